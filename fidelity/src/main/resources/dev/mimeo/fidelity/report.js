'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const ink = '#1a1a1a';
  const grid = '#e6e8ec';
  // Okabe and Ito's palette, told apart by dash pattern as well; the original is always solid black.
  const palette = ['#d55e00', '#0072b2', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];
  const dashes = [[7, 4], [2, 3], [10, 3, 2, 3], [4, 2], [12, 4], [1, 2]];

  Chart.defaults.animation = false;
  Chart.defaults.responsive = false;
  Chart.defaults.devicePixelRatio = 2;
  Chart.defaults.color = ink;
  Chart.defaults.font.family = '"Helvetica Neue", Helvetica, Arial, "Liberation Sans", "DejaVu Sans", sans-serif';
  Chart.defaults.font.size = 12;

  const label = (value) => {
    const size = Math.abs(value);
    if (size !== 0 && (size >= 1e5 || size < 1e-3)) return value.toExponential(0).replace('e+', 'e');
    return String(Number(value.toPrecision(6)));
  };
  // On logarithmic axes only decades are worth a line, and 2 and 5 where there are few of them.
  const decades = (scale) => {
    const range = Math.log10(scale.max / scale.min);
    const leads = range < 1.2 ? [1, 2, 3, 5] : range < 2.2 ? [1, 2, 5] : [1];
    scale.ticks = scale.ticks.filter(({ value }) => {
      const lead = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
      return leads.some((wanted) => Math.abs(lead - wanted) < 1e-6);
    });
  };
  const axis = (title, more) => ({
    type: 'linear',
    title: { display: true, text: title, font: { size: 12 } },
    grid: { color: grid },
    border: { color: '#8d95a1' },
    ticks: { maxRotation: 0, includeBounds: false, callback: label, maxTicksLimit: 7 },
    ...more,
  });
  const logarithmic = { type: 'logarithmic', afterBuildTicks: decades, ticks: { maxRotation: 0, autoSkip: false, callback: label } };

  const series = (index, points, more) => ({
    label: index === 0 ? 'original' : data.labels[index - 1],
    data: points,
    borderColor: index === 0 ? ink : palette[(index - 1) % palette.length],
    backgroundColor: index === 0 ? ink : palette[(index - 1) % palette.length],
    borderDash: index === 0 ? [] : dashes[(index - 1) % dashes.length],
    borderWidth: index === 0 ? 1.6 : 2,
    pointRadius: 0,
    pointHitRadius: 6,
    order: -index,
    ...more,
  });
  const legend = (marker) => ({
    position: 'top',
    align: 'end',
    labels: {
      usePointStyle: true,
      pointStyleWidth: marker ? 12 : 34,
      boxHeight: 7,
      padding: 8,
      generateLabels: (chart) => chart.data.datasets.map((dataset, index) => ({
        text: dataset.label,
        datasetIndex: index,
        hidden: !chart.isDatasetVisible(index),
        strokeStyle: dataset.borderColor ?? dataset.backgroundColor,
        fillStyle: dataset.backgroundColor,
        lineWidth: dataset.borderWidth ?? 0,
        lineDash: marker ? [] : dataset.borderDash,
        pointStyle: marker ? dataset.pointStyle : 'line',
      })),
    },
  });

  function draw(canvas, config) {
    canvas.width = Number(canvas.dataset.width);
    canvas.height = Number(canvas.dataset.height);
    const chart = new Chart(canvas, config);
    canvas.style.width = '100%';
    canvas.style.height = 'auto';
    return chart;
  }

  function lines(canvas, datasets, x, y, title, marker) {
    return draw(canvas, {
      type: 'line',
      data: { datasets },
      options: {
        parsing: false,
        normalized: true,
        interaction: { mode: 'nearest', axis: 'x', intersect: false },
        scales: { x, y },
        plugins: {
          legend: legend(marker),
          title: { display: Boolean(title), text: title, align: 'start', font: { size: 13, weight: '600' }, padding: { bottom: 0 } },
          tooltip: {
            callbacks: {
              title: (items) => items.length ? x.title.text + ': ' + label(items[0].parsed.x) : '',
              label: (item) => item.dataset.label + ': ' + label(item.parsed.y),
            },
          },
        },
      },
    });
  }

  const points = (pair) => pair.map(([px, py]) => ({ x: px, y: py }));
  const share = (more) => axis('share of chunks', { min: 0, max: 1, ticks: { stepSize: 0.25, callback: label }, ...more });
  // Ratios and times of mixed data span decades; a linear axis would hide all but the largest.
  const wide = (curves) => {
    const xs = curves.flat().map((point) => point[0]).filter((value) => value > 0);
    return xs.length > 0 && Math.max(...xs) / Math.min(...xs) > 20;
  };
  const cdf = (canvas, curves, title, heading, more) =>
    lines(canvas, curves.map((curve, i) => series(i, points(curve), { stepped: 'after' })),
      axis(title, { ...(wide(curves) && !more ? logarithmic : {}), ...more }), share(), heading);

  const charts = {
    ratio: (canvas, codec) => cdf(canvas, codec.ratio, 'compression ratio of a chunk', codec.codec),
    time: (canvas, codec) => cdf(canvas, codec.time, 'compression time of a chunk, ms', codec.codec),
    along: (canvas) => lines(canvas,
      data.along.curves.map((curve, i) => series(i, points(curve), { borderWidth: i === 0 ? 1.2 : 1.4 })),
      axis('position in the data, MiB', { min: 0, max: data.along.end }),
      axis('ratio of a chunk', wide(data.along.curves.map((curve) => curve.map(([px, py]) => [py, px]))) ? logarithmic : { beginAtZero: true }),
      data.along.codec),
    entropy: (canvas) => cdf(canvas, data.entropy, 'entropy of a chunk, bits per byte', '', { min: 0, max: 8 }),
    bytes: (canvas) => lines(canvas,
      data.bytes.map((curve, i) => series(i, curve.map((value, byte) => ({ x: byte, y: 100 * value })), { stepped: 'middle', borderWidth: i === 0 ? 1.4 : 1.6 })),
      axis('byte value', { min: 0, max: 256, ticks: { stepSize: 32, maxTicksLimit: 9, callback: label } }),
      axis('share of bytes, %', { beginAtZero: true })),
    repetitions: (canvas) => lines(canvas,
      data.repetitions.map((curve, i) => series(i, points(curve), {
        showLine: false, pointRadius: 2.6, borderWidth: 1.2,
        pointStyle: i === 0 ? 'circle' : ['triangle', 'rect', 'crossRot', 'star', 'rectRot', 'cross'][(i - 1) % 6],
        backgroundColor: 'transparent',
      })),
      axis('length of a repetition, bytes', { ...logarithmic, min: 3, max: 300 }),
      axis('share of repetitions', logarithmic), '', true),
    duplicates: (canvas) => draw(canvas, {
      type: 'bar',
      data: {
        labels: data.duplicates.boundaries,
        datasets: data.duplicates.ratios.map((ratios, i) => ({
          label: i === 0 ? 'original' : data.labels[i - 1],
          data: ratios,
          backgroundColor: i === 0 ? '#4d4d4d' : palette[(i - 1) % palette.length],
          pointStyle: 'rect',
          maxBarThickness: 36,
        })),
      },
      options: {
        scales: {
          x: { title: { display: true, text: 'how the data is cut: method and (average) bytes' }, grid: { display: false }, ticks: { maxRotation: 0 } },
          y: axis('bytes over distinct bytes', { beginAtZero: true }),
        },
        plugins: { legend: legend(true) },
      },
    }),
  };

  let drawn = 0;
  for (const canvas of document.querySelectorAll('canvas[data-chart]')) {
    const codec = data.codecs[Number(canvas.dataset.codec)];
    charts[canvas.dataset.chart](canvas, codec);
    drawn++;
  }
  document.documentElement.dataset.drawn = String(drawn);
})();

'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  // Okabe and Ito's palette, told apart by dashes and points as well.
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const ink = dark ? '#e6e8eb' : '#1a1a1a';
  const palette = [ink, '#d55e00', '#0072b2', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8d95a1'];
  const dashes = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2], [12, 4], [1, 2], [6, 2, 1, 2]];
  const shapes = ['circle', 'rect', 'triangle', 'rectRot', 'star', 'cross', 'crossRot', 'rectRounded'];
  const size = (bytes) => {
    const units = ['B', 'KiB', 'MiB', 'GiB'];
    let unit = 0;
    let value = bytes;
    while (value >= 1024 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return `${value} ${units[unit]}`;
  };
  const plain = (value) => Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 3 });
  // The length of the shortest bars cannot be read off.
  const barValues = {
    id: 'barValues',
    afterDatasetsDraw: (chart) => {
      chart.ctx.save();
      chart.ctx.fillStyle = ink;
      chart.ctx.font = '11px Helvetica, Arial, sans-serif';
      chart.ctx.textBaseline = 'middle';
      chart.data.datasets.forEach((dataset, i) => {
        if (chart.isDatasetVisible(i)) {
          chart.getDatasetMeta(i).data.forEach((bar, at) => {
            chart.ctx.fillText(plain(dataset.data[at]), bar.x + 5, bar.y);
          });
        }
      });
      chart.ctx.restore();
    },
  };
  Chart.defaults.color = ink;
  Chart.defaults.borderColor = dark ? '#3a4048' : '#d9dce1';
  Chart.defaults.font.family = 'Helvetica, Arial, sans-serif';
  Chart.defaults.animation = false;
  Chart.defaults.responsive = false;
  Chart.defaults.devicePixelRatio = 2;
  data.charts.forEach((chart, number) => {
    const bars = chart.kind === 'BARS';
    const curves = chart.kind === 'CURVES';
    const sizes = [...new Set(chart.series.flatMap((series) => series.x))].sort((a, b) => a - b);
    new Chart(document.getElementById(`chart${number}`), {
      type: bars ? 'bar' : 'line',
      data: {
        labels: bars ? chart.labels : undefined,
        datasets: chart.series.map((series, i) => ({
          label: series.label,
          data: bars ? series.y : series.x.map((x, at) => ({ x, y: series.y[at] })),
          borderColor: palette[i % palette.length],
          backgroundColor: palette[i % palette.length],
          borderDash: bars ? [] : dashes[i % dashes.length],
          borderWidth: bars ? 0 : 2,
          pointRadius: curves ? 0 : 4,
          stepped: curves,
          pointStyle: bars ? 'rect' : shapes[i % shapes.length],
        })),
      },
      options: {
        indexAxis: bars ? 'y' : 'x',
        layout: { padding: { right: bars ? 48 : 0 } },
        plugins: {
          legend: {
            display: chart.series.length > 1,
            labels: { usePointStyle: true, boxWidth: 9, boxHeight: 9 },
          },
        },
        scales: bars
          ? {
              x: { beginAtZero: true, title: { display: true, text: chart.yTitle } },
              y: { grid: { display: false }, ticks: { autoSkip: false } },
            }
          : {
              x: curves ? {
                type: 'linear',
                title: { display: true, text: chart.xTitle },
              } : {
                type: 'logarithmic',
                title: { display: true, text: chart.xTitle },
                afterBuildTicks: (axis) => { axis.ticks = sizes.map((value) => ({ value })); },
                ticks: { autoSkip: false, callback: size },
              },
              y: {
                type: chart.logarithmic ? 'logarithmic' : 'linear',
                beginAtZero: !chart.logarithmic,
                title: { display: true, text: chart.yTitle },
              },
            },
      },
      plugins: bars ? [barValues] : [],
    });
  });
})();

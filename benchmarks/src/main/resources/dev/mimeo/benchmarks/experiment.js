'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  // Okabe and Ito's palette, told apart by dashes as well.
  const palette = ['#1a1a1a', '#d55e00', '#0072b2', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8d95a1'];
  const dashes = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2], [12, 4], [1, 2], [6, 2, 1, 2]];
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
  Chart.defaults.animation = false;
  Chart.defaults.responsive = false;
  Chart.defaults.devicePixelRatio = 2;
  data.charts.forEach((chart, number) => {
    const sizes = [...new Set(chart.series.flatMap((series) => series.x))].sort((a, b) => a - b);
    new Chart(document.getElementById(`chart${number}`), {
      type: chart.bars ? 'bar' : 'line',
      data: {
        labels: chart.bars ? chart.labels : undefined,
        datasets: chart.series.map((series, i) => ({
          label: series.label,
          data: chart.bars ? series.y : series.x.map((x, at) => ({ x, y: series.y[at] })),
          borderColor: palette[i % palette.length],
          backgroundColor: palette[i % palette.length],
          borderDash: chart.bars ? [] : dashes[i % dashes.length],
          borderWidth: chart.bars ? 0 : 2,
          pointRadius: 3,
        })),
      },
      options: {
        scales: {
          x: chart.bars
            ? { title: { display: true, text: chart.xTitle } }
            : {
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
    });
  });
})();

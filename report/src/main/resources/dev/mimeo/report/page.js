'use strict';
(() => {
  const save = (name, type, text) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };
  // All charts of a figure in one picture, in the columns of the page, on white.
  const picture = (figure) => {
    const charts = [...figure.querySelectorAll('svg.chart:not(.narrow)')];
    const columns = Math.min(3, charts.length);
    const { width, height } = charts[0].viewBox.baseVal;
    const rows = Math.ceil(charts.length / columns);
    const nested = charts.map((chart, i) => {
      const copy = chart.cloneNode(true);
      copy.setAttribute('x', (i % columns) * width);
      copy.setAttribute('y', Math.floor(i / columns) * height);
      copy.setAttribute('width', width);
      copy.setAttribute('height', height);
      return new XMLSerializer().serializeToString(copy);
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${columns * width}" height="${rows * height}">`
      + `<rect width="100%" height="100%" fill="#ffffff"/>${nested.join('')}</svg>\n`;
  };
  document.addEventListener('click', ({ target }) => {
    const figure = target.dataset.save && target.closest('figure');
    if (!figure) return;
    if (target.dataset.save === 'svg') save(`${figure.id}.svg`, 'image/svg+xml', picture(figure));
    else save(`${figure.id}.csv`, 'text/csv', figure.querySelector('.data').textContent);
  });
})();

// Shows the numbers of the column under the pointer. They come from the table below the chart.
import { register } from "./behaviors.js";

const SVG = "http://www.w3.org/2000/svg";

export function columnAt(x, width, count) {
  return Math.min(count - 1, Math.max(0, Math.floor((x / width) * count)));
}

export function readout(names, cells) {
  const [time, ...values] = cells;
  return `${time}: ${values.map((value, index) => `${value} ${names[index].toLowerCase()}`).join(", ")}`;
}

register("chart-values", (chart) => {
  const plots = [...chart.querySelectorAll(".chart-bars")];
  const place = chart.querySelector(".chart-readout");
  const names = [...chart.querySelectorAll("thead th")].slice(1).map((cell) => cell.textContent);
  const rows = [...chart.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent));
  const cursors = plots.map((plot) => {
    const cursor = document.createElementNS(SVG, "rect");
    cursor.classList.add("chart-cursor");
    for (const [name, value] of [["y", 0], ["width", 10], ["height", 100]]) cursor.setAttribute(name, value);
    return cursor;
  });
  const hide = () => {
    place.textContent = "";
    for (const cursor of cursors) cursor.remove();
  };
  for (const plot of plots) {
    plot.addEventListener("pointermove", (event) => {
      const box = plot.getBoundingClientRect();
      const index = columnAt(event.clientX - box.left, box.width, rows.length);
      place.textContent = readout(names, rows[index]);
      cursors.forEach((cursor, at) => {
        cursor.setAttribute("x", index * 10);
        if (!cursor.isConnected) plots[at].append(cursor);
      });
    });
    plot.addEventListener("pointerleave", hide);
  }
});

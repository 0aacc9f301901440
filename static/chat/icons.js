/** The few drawings of the page; they say nothing, the button's label does. */
const SVG = "http://www.w3.org/2000/svg";
const THUMB = "M7 10v10H4a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1h3zm0 0 4-7a2.2 2.2 0 0 1 2.2 2.6L12.6 9H19a2 2 0 0 1 2 2.4l-1.5 7A2 2 0 0 1 17.5 20H7";
const PATHS = { up: THUMB, down: THUMB, newest: "M12 4v15m-6-6 6 6 6-6",
  picture: "M4 5h16v14H4zm0 11 5-5 4 4 3-3 4 4M15.5 9.5h.01", document: "M6 3h8l4 4v14H6zm8 0v4h4",
  attach: "m20.5 11.5-8.4 8.4a5 5 0 0 1-7.1-7.1l8.8-8.8a3.4 3.4 0 0 1 4.8 4.8l-8.8 8.8a1.7 1.7 0 0 1-2.4-2.4l8.1-8.1" };

export function icon(name) {
  const drawing = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: `icon icon-${name}`, "aria-hidden": "true", focusable: "false" })) drawing.setAttribute(key, value);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  drawing.append(path);
  return drawing;
}

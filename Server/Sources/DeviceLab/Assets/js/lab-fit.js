// Sizes of devices: the screen keeps its true proportions and is scaled down if it does not fit.
const BEZEL = { small_phone: 12, large_phone: 12, tablet: 20 };

/** Draws the device as large as `room` allows. */
export function fit(element, device, room) {
  const bezel = BEZEL[device.model] * 2;
  // If the device is held in another orientation than its interface, it is drawn as it is held, with the interface turned.
  const isTurned = device.settings.held !== device.orientation;
  const [width, height] = isTurned ? [device.height + bezel, device.width + bezel] : [device.width + bezel, device.height + bezel];
  element.classList.toggle("is-turned", isTurned);
  const scale = Math.max(0.28, Math.min(1, room.width / width, room.height / height));
  const style = element.style;
  style.setProperty("--screen-width", `${device.width}px`);
  style.setProperty("--screen-height", `${device.height}px`);
  style.setProperty("--bezel", `${bezel / 2}px`);
  style.setProperty("--fit-width", `${Math.ceil(width * scale)}px`);
  style.setProperty("--fit-height", `${Math.ceil(height * scale)}px`);
  style.setProperty("--scale", scale.toFixed(4));
  style.setProperty("--text-scale", String(device.text_percent / 100));
  style.setProperty("--keyboard", `${device.keyboard_height}px`);
  for (const edge of ["top", "bottom", "leading", "trailing"]) style.setProperty(`--safe-${edge}`, `${device.safe_area[edge]}px`);
}

export function room(stage, count) {
  const gaps = (count - 1) * 24;
  const isNarrow = matchMedia("(max-width: 860px)").matches;
  const above = stage.getBoundingClientRect().top + scrollY + 56;
  return {
    width: (stage.clientWidth - gaps) / count,
    height: isNarrow ? Math.max(480, innerHeight - 150) : Math.max(560, innerHeight - above - 20),
  };
}

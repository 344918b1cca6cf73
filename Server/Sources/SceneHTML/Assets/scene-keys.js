// What keys do in a scene, the same on the phones of the lab and in previews.
/** Selects the radio button before or after this one in its group, in a circle, as the keyboard does it everywhere. */
export function chooseBeside(radio, key, isRightToLeft) {
  const radios = [...(radio.closest('[role="radiogroup"]') ?? radio).querySelectorAll('[role="radio"][data-action]')];
  const forward = key === "ArrowDown" || key === (isRightToLeft ? "ArrowLeft" : "ArrowRight");
  const next = radios[(radios.indexOf(radio) + (forward ? 1 : radios.length - 1)) % radios.length];
  if (!next || next === radio) return;
  next.focus();
  next.click();
}

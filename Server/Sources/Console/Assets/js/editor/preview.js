// Draws the preview anew a moment after something was typed, and fits the device to the room there is.
import { register } from "./behaviors.js";

const PAUSE = 250;

register("preview", (form) => {
  const device = form.querySelector(".device");
  const place = form.querySelector(".device-place");
  const notice = form.querySelector(".preview-notice");
  const root = form.querySelector(".device-scene").shadowRoot;
  if (!root) return;
  const sheet = new CSSStyleSheet();
  let timer = 0;
  let request = null;

  const fit = () => {
    const room = { width: place.clientWidth, height: Math.max(320, innerHeight - place.getBoundingClientRect().top - 120) };
    device.style.setProperty("--scale", "1");
    const scale = Math.min(1, room.width / device.offsetWidth, Math.min(room.height, 640) / device.offsetHeight);
    device.style.setProperty("--scale", scale.toFixed(4));
  };

  const show = ({ html, css, notice: text, review, verdict, folds }, chosen) => {
    device.dataset.device = chosen.get("preview.device");
    device.dataset.orientation = chosen.get("preview.orientation");
    device.dataset.scheme = chosen.get("preview.scheme");
    const template = document.createElement("template");
    template.innerHTML = html ?? "";
    sheet.replaceSync(css ?? "");
    root.adoptedStyleSheets = [sheet];
    for (const old of root.querySelectorAll("style, .scene")) old.remove();
    root.append(template.content);
    if (notice.textContent !== (text ?? "")) notice.textContent = text ?? "";
    form.querySelector("[data-review]").innerHTML = review;
    const said = form.querySelector(".editor-verdict");
    if (said.textContent !== verdict) said.textContent = verdict;
    for (const words of form.querySelectorAll("[data-fold]")) words.textContent = folds[words.dataset.fold];
    fit();
  };

  const draw = async () => {
    request?.abort();
    const own = (request = new AbortController());
    const chosen = new FormData(form);
    try {
      const answer = await fetch(form.dataset.preview, {
        method: "POST",
        body: new URLSearchParams(chosen),
        headers: { accept: "application/json" },
        signal: own.signal,
      });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const drawn = await answer.json();
      if (own === request) show(drawn, chosen);
    } catch (error) {
      if (error.name !== "AbortError") notice.textContent = "The preview cannot be drawn right now. What you typed is safe.";
    }
  };

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(draw, PAUSE);
  });
  form.querySelector(".preview-refresh").hidden = true;
  const observer = new ResizeObserver(fit);
  observer.observe(place);
  addEventListener("resize", fit);
  fit();
  return () => {
    clearTimeout(timer);
    request?.abort();
    observer.disconnect();
    removeEventListener("resize", fit);
  };
});

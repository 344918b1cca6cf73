// Redraws the preview shortly after a change, fits the device into the available space, and reports problems that only drawing shows.
import { register } from "./behaviors.js";
import { SIGNED_OUT, keepAnswer, stateIn } from "./form-state.js";
import { measureImage, Probes } from "./measure.js";
import { chooseBeside } from "./scene-keys.js";
import { PageFrames } from "./scene-pages.js";

const PAUSE = 250;
const PAGE_DEADLINE = 15_000;
// Browsers let a press open a tab for about five seconds.
const TAB_DEADLINE = 4_000;

register("preview", (form) => {
  const device = form.querySelector(".device");
  const place = form.querySelector(".device-place");
  const notice = form.querySelector(".preview-notice");
  const play = form.querySelector("[data-play]");
  const root = form.querySelector(".device-scene").shadowRoot;
  if (!root) return;
  const sheet = new CSSStyleSheet();
  const probes = new Probes(form, root.querySelector("link").href);
  let timer = 0;
  let request = null;
  // How many changes there were, and how many of them the drawing that is shown contains.
  let changes = 0;
  let drawnChanges = -1;
  let taps = {};
  // What a tap opens, and what was done in the survey that is shown; null if none is.
  let leads = {};
  const walked = form.querySelector('[name="preview.walked"]');
  let walks = false;
  const frames = new PageFrames((message, frame) => {
    if (root.contains(frame)) say(pageWords(message));
  });
  const loadPages = async () => {
    const scene = root.querySelector(".scene");
    const missing = scene && (await frames.load(scene, PAGE_DEADLINE));
    if (missing && !frames.loss(missing) && scene.isConnected) say("The page could not be loaded.");
  };

  const fit = () => {
    const room = { width: place.clientWidth, height: Math.max(320, innerHeight - place.getBoundingClientRect().top - 190) };
    device.style.setProperty("--scale", "1");
    const scale = Math.min(1, room.width / device.offsetWidth, Math.min(room.height, 640) / device.offsetHeight);
    device.style.setProperty("--scale", scale.toFixed(4));
  };

  const show = (drawn, chosen) => {
    device.dataset.device = chosen.get("preview.device");
    device.dataset.orientation = chosen.get("preview.orientation");
    device.dataset.scheme = chosen.get("preview.scheme");
    device.toggleAttribute("data-keyboard", chosen.has("preview.keyboard"));
    taps = drawn.taps;
    leads = drawn.leads;
    walks = drawn.walked !== undefined;
    if (walks) walked.value = drawn.walked;
    form.querySelector("[data-walks]")?.toggleAttribute("hidden", !walks);
    const part = form.querySelector(`[name="preview.part"][value="${drawn.part}"]`);
    // Somebody may have chosen another part since this drawing was asked for.
    if (part && new FormData(form).get("preview.part") === chosen.get("preview.part")) part.checked = true;
    // Whoever is in the preview stays there, whatever made it draw.
    const focused = root.activeElement;
    sheet.replaceSync(drawn.css ?? "");
    root.adoptedStyleSheets = [sheet];
    root.querySelector("style")?.remove();
    const old = root.querySelector(".scene");
    if (old && drawn.html && frames.keeps(old, drawn.html)) {
      frames.update(old, drawn.html);
    } else {
      const template = document.createElement("template");
      template.innerHTML = drawn.html ?? "";
      const offset = old?.querySelector(".scrolls")?.scrollTop ?? 0;
      old?.remove();
      root.append(template.content);
      if (focused) focusAgain(root.querySelector(".scene"), old, focused, offset);
      loadPages();
    }
    play.hidden = !drawn.html;
    say(drawn.notice ?? "");
    offerLab(form, drawn.ready);
    offerPeople(form, drawn.people);
    form.querySelector("[data-review]").innerHTML = drawn.review;
    const said = form.querySelector(".editor-verdict");
    // A form that nobody has begun has no problems yet.
    const isBegun = changes > 0 || form.querySelector('[name="id"]').value !== "" || "unsaved" in form.dataset;
    if (isBegun && said.textContent !== drawn.verdict) said.textContent = drawn.verdict;
    for (const words of form.querySelectorAll("[data-fold]")) words.textContent = drawn.folds[words.dataset.fold];
    suggest(form, drawn.properties);
    offerAudiences(form, drawn.audiences);
    fit();
  };

  const say = (text) => {
    if (notice.textContent !== text) notice.textContent = text;
  };

  /** Returns false if there was no answer. A later drawing may have taken the place of this one. */
  const draw = async (command) => {
    request?.abort();
    const own = (request = new AbortController());
    const ownChanges = changes;
    const chosen = new FormData(form);
    if (command) chosen.set("do", command);
    try {
      const answer = await fetch(form.dataset.preview, {
        method: "POST",
        body: new URLSearchParams(chosen),
        headers: { accept: "application/json" },
        signal: own.signal,
      });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const drawn = await answer.json();
      if (own !== request) return true;
      show(drawn, chosen);
      drawnChanges = ownChanges;
      const detail = { ...drawn, sent: chosen, state: stateIn(chosen) };
      keepAnswer(form, detail);
      form.dispatchEvent(new CustomEvent("drawn", { detail }));
      measure(own, drawn).catch(excuse);
    } catch (error) {
      excuse(error);
      return error.name === "AbortError";
    }
    return true;
  };
  const measure = async (own, drawn) => {
    const scale = Number(device.style.getPropertyValue("--scale"));
    const findings = [...(await probes.measure(drawn.probes)), ...(await measureImage(root, scale, form.querySelector('[name="image_url"]') ? "image_url" : "banner.image_url"))];
    if (own === request) tell(form, findings);
  };
  const excuse = (error) => {
    if (error.name === "AbortError") return;
    say(["401", "403"].includes(error.message) ? SIGNED_OUT : "The preview is not available right now. Your changes are safe.");
  };

  // Somebody who comes back from another tab may have made an audience there.
  const returning = () => draw();
  addEventListener("focus", returning);
  form.addEventListener("input", () => {
    changes += 1;
    clearTimeout(timer);
    timer = setTimeout(draw, PAUSE);
  });
  // Whether the draft opens in the lab's tab depends on its last change too. `unsaved` looks where the form opens, so this comes before it.
  let isAwaited = false;
  const submitting = async (event) => {
    const button = event.submitter;
    if (!button?.matches("[data-try]") || (drawnChanges === changes && !isAwaited)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isAwaited) return;
    isAwaited = true;
    let isAnswered = true;
    while (drawnChanges !== changes && isAnswered) {
      clearTimeout(timer);
      isAnswered = await Promise.race([draw(), new Promise((resolve) => setTimeout(resolve, TAB_DEADLINE, false))]);
    }
    // Without an answer, the draft opens where the button says now.
    drawnChanges = changes;
    isAwaited = false;
    form.requestSubmit(button);
  };
  form.addEventListener("submit", submitting, { capture: true });
  const walk = (event) => {
    walked.value = JSON.stringify([...JSON.parse(walked.value || "[]"), event]);
    draw();
  };
  for (const button of form.querySelectorAll("[data-walk]")) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      draw(button.value);
    });
  }
  // A tap in the preview only says what it would do on a device. A tap on a banner opens its content, and a survey can be answered.
  root.addEventListener("click", (event) => {
    const node = event.target.closest("[data-action]")?.dataset.node;
    if (node === undefined) return;
    if (walks) return walk(["pressed", node]);
    if (!leads[node]) return say(taps[node] ?? taps.body ?? "");
    form.querySelector(`[name="preview.part"][value="${leads[node]}"]`).checked = true;
    draw();
  });
  // Not a change of the campaign, so the form does not hear of it.
  root.addEventListener("input", (event) => {
    event.stopPropagation();
    if (walks && event.target.matches("textarea.field")) walk(["entered", event.target.dataset.node, event.target.value]);
  });
  root.addEventListener("keydown", (event) => {
    if (event.target.matches('[role="radio"]') && event.key.startsWith("Arrow")) {
      event.preventDefault();
      chooseBeside(event.target, event.key, root.querySelector(".scene").dir === "rtl");
    } else if ((event.key === "Enter" || event.key === " ") && event.target.matches("div[data-action]")) {
      event.preventDefault();
      event.target.click();
    }
  });
  play.addEventListener("click", async () => {
    const scene = root.querySelector(".scene");
    if (!scene) return;
    scene.dataset.state = "entering";
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.allSettled(scene.getAnimations({ subtree: true }).map((animation) => animation.finished));
    // A drawing that came meanwhile has put another one in its place.
    const shown = root.querySelector(".scene");
    if (shown) shown.dataset.state = "visible";
  });
  form.querySelector(".preview-refresh").hidden = true;
  const observer = new ResizeObserver(fit);
  observer.observe(place);
  addEventListener("resize", fit);
  fit();
  const first = root.querySelector(".scene");
  // Pages that loaded before this script may have made calls that nobody heard, so they are loaded again.
  for (const frame of first?.querySelectorAll("iframe.web") ?? []) frame.replaceWith(frame.cloneNode());
  if (first) frames.load(first, PAGE_DEADLINE);
  draw();
  return () => {
    clearTimeout(timer);
    request?.abort();
    observer.disconnect();
    removeEventListener("focus", returning);
    removeEventListener("resize", fit);
    probes.remove();
  };
});

/** Focuses the same place in the new scene, or where a new step begins. */
function focusAgain(scene, old, focused, offset) {
  if (!scene) return;
  const find = (name) => name && scene.querySelector(`[data-node="${CSS.escape(name)}"]`);
  const isSameStep = scene.dataset.focus === old?.dataset.focus && scene.dataset.kind === old?.dataset.kind;
  const target = (isSameStep && find(focused.dataset.node)) || find(scene.dataset.focus);
  if (!target) return;
  const scroller = scene.querySelector(".scrolls");
  if (isSameStep && scroller) scroller.scrollTop = offset;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  if (isSameStep && focused.matches("textarea")) target.setSelectionRange(focused.selectionStart, focused.selectionEnd);
}

/** Says what a page tried to do. In an app it would have had an effect. */
function pageWords({ call, arguments: given, isTooLarge, link, input, lost, words }) {
  if (isTooLarge) return `The page called ${call} with too much data. A device refuses this call.`;
  if (call !== undefined) return `The page called ${call}(${given.map((value) => JSON.stringify(value)).join(", ")}).`;
  if (link !== undefined && !input) return `The page tried to open ${link} without a tap. A device refuses this.`;
  if (link !== undefined) return `A tap on this link opens ${link}.`;
  return lost ? `A device would close the message. ${words}` : "";
}

/** A valid draft opens in the lab's tab, always the same one. An invalid draft comes back here with its problems. */
function offerLab(form, isReady) {
  const button = form.querySelector("[data-try]");
  if (!button) return;
  if (isReady) button.formTarget = "martlet-lab";
  else button.removeAttribute("formtarget");
  form.querySelector("[data-try-place]").textContent = isReady ? " (in another tab)" : "";
}

function offerPeople(form, people) {
  const list = form.querySelector("#preview-people");
  if (!list) return;
  if (people.join("\n") === [...list.options].map(({ value }) => value).join("\n")) return;
  list.replaceChildren(
    ...people.map((id) => {
      const option = document.createElement("option");
      option.value = id;
      return option;
    }),
  );
}

/** Shows the findings next to their fields, and in a list below the device. */
function tell(form, findings) {
  const list = form.querySelector("[data-findings]");
  list.replaceChildren(
    ...findings.map(({ field, text }) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `#field-${field.replaceAll(".", "-")}`;
      link.textContent = text;
      item.append(`${labelOf(form, field)}: `, link);
      return item;
    }),
  );
  list.hidden = findings.length === 0;
  review(form, findings);
  for (const old of form.querySelectorAll(".measured")) {
    const id = old.id;
    old.remove();
    const field = form.querySelector(`[aria-describedby~="${id}"]`);
    const rest = field?.getAttribute("aria-describedby").split(" ").filter((other) => other !== id) ?? [];
    if (rest.length > 0) field.setAttribute("aria-describedby", rest.join(" "));
    else field?.removeAttribute("aria-describedby");
  }
  for (const { field, text } of findings) {
    const input = form.querySelector(`[name="${field}"]`);
    if (!input) continue;
    const note = document.createElement("p");
    note.className = "warning measured";
    note.id = `${input.id}-measured`;
    note.textContent = text;
    input.closest(".field").append(note);
    input.setAttribute("aria-describedby", [input.getAttribute("aria-describedby"), note.id].filter(Boolean).join(" "));
  }
}

/** Adds the findings to the review, which the server renders again each time. */
function review(form, findings) {
  const lines = form.querySelector("[data-review] .checks");
  lines?.querySelector("[data-measured]")?.remove();
  if (!lines || findings.length === 0) return;
  const line = form.querySelector("template[data-measured-line]").content.firstElementChild.cloneNode(true);
  line.querySelector("div").append(
    ...findings.map(({ field, text }) => {
      const words = document.createElement("p");
      const link = document.createElement("a");
      link.href = `#field-${field.replaceAll(".", "-")}`;
      link.textContent = `${labelOf(form, field)}: ${text}`;
      words.append(link);
      return words;
    }),
  );
  lines.append(line);
}

function labelOf(form, field) {
  const input = form.querySelector(`[name="${field}"]`);
  const group = input?.closest("fieldset")?.querySelector("legend")?.textContent;
  const label = input?.labels[0]?.firstChild?.textContent.trim() ?? field;
  return group ? `${group}, ${label.toLowerCase()}` : label;
}

/** Suggests names of properties that the trigger's events have had. */
function suggest(form, properties) {
  for (const list of form.querySelectorAll("datalist[data-properties]")) {
    const names = properties[list.dataset.properties] ?? [];
    list.replaceChildren(
      ...names.map((name) => {
        const option = document.createElement("option");
        option.value = name;
        return option;
      }),
    );
  }
}

/** Adds the audiences that were made since the page was opened, before a rule of a program. */
function offerAudiences(form, audiences) {
  const select = form.querySelector('select[name="audience"]');
  if (!select) return;
  const known = new Map([...select.options].map((option) => [option.value, option]));
  for (const { value, name } of audiences) {
    const option = known.get(value);
    if (option) option.textContent = name;
    else select.add(new Option(name, value), known.get("kept") ?? null);
  }
}

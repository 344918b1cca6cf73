// Asks before a page is left on which something was typed and not saved. What is sent is kept in this tab until the server has answered with
// something else than an error page: after an ended sign-in or a stale form the editor offers it again.
import { register } from "./behaviors.js";

const storageKey = "martlet.unsaved";
// The page's own, not what somebody typed.
const ownFields = new Set(["csrf", "do"]);

register("unsaved", (form) => {
  let isUnsaved = "unsaved" in form.dataset;
  // Not form.action: a field of that name hides it.
  const path = new URL(form.getAttribute("action"), location.href).pathname;
  const leaving = (event) => {
    if (isUnsaved) event.preventDefault();
  };
  form.addEventListener("input", (event) => {
    if (!event.target.name?.startsWith("preview.")) isUnsaved = true;
  });
  form.addEventListener("submit", (event) => {
    // What goes to another tab leaves this one as it is.
    if (event.defaultPrevented || event.submitter?.formTarget) return;
    isUnsaved = false;
    keep(path, [...new FormData(form)].filter(([name]) => !ownFields.has(name)));
  });
  addEventListener("beforeunload", leaving);
  offer(form, path);
  return () => removeEventListener("beforeunload", leaving);
});

function keep(path, fields) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ path, fields }));
  } catch {
    // No storage, or it is full: then only the page itself holds what was typed.
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
  } catch {
    return null;
  }
}

function forget() {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept either.
  }
}

function offer(form, path) {
  const before = kept();
  if (!before) return;
  // The server has answered that form with a page of its own, or another campaign is open.
  if (before.isRefused !== true) return forget();
  if (before.path !== path) return;
  const place = form.querySelector("[data-unsaved-offer]");
  place.hidden = false;
  place.querySelector("[data-unsaved-discard]").addEventListener("click", () => {
    forget();
    place.hidden = true;
  });
  place.querySelector("[data-unsaved-restore]").addEventListener("click", () => {
    // Drawn by the server, rows and all; nothing is stored by it.
    const carrier = document.createElement("form");
    carrier.method = "post";
    carrier.action = path;
    const token = form.elements.namedItem("csrf").value;
    for (const [name, value] of [...before.fields, ["csrf", token], ["do", "preview"]]) {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      field.value = value;
      carrier.append(field);
    }
    // The same form again: an error page must be able to keep it.
    keep(path, before.fields);
    document.body.append(carrier);
    carrier.submit();
  });
}

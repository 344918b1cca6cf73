// The bridge of a message page in a browser. It runs before any code of the page, in a frame without an origin of its own.
//
// It decides nothing. Calls and links go to the frame's owner and from there to the presenter, which checks everything. A page that changes this
// script only harms itself. `guard` and the channel prevent what a page must not be able to do.
((given, offer, guard, openChannel, measure) => {
  "use strict";
  guard();
  const owner = window.parent;
  const channel = openChannel(given.limits);
  if (measure) measure(channel);

  // MARK: Links

  const follow = (url, frame) => {
    let address;
    try {
      address = new URL(url, document.baseURI).href;
    } catch {
      address = String(url);
    }
    channel.link(address, frame);
  };

  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    const path = event.composedPath().filter((node) => node instanceof Element);
    const link = path.find((node) => ["a", "area"].includes(node.localName) && (node.hasAttribute("href") || node.hasAttribute("xlink:href")));
    if (link) {
      const written = link.getAttribute("href") ?? link.getAttribute("xlink:href");
      // Anchors in the page and its scripts are left to the page.
      if (written.startsWith("#") || /^\s*javascript:/i.test(written)) return;
      event.preventDefault();
      follow(written, link.getAttribute("target") || document.querySelector("base[target]")?.target);
      return;
    }
    // A form cannot be sent from here, but the page's scripts still get the event.
    const button = path.find((node) => node.matches("button, input") && ["submit", "image"].includes(node.type) && node.form);
    if (!button) return;
    event.preventDefault();
    if (button.formNoValidate || button.form.noValidate || button.form.reportValidity()) {
      button.form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: button }));
    }
  });

  window.open = (url, frame) => {
    if (url) follow(url, frame || "_blank");
    return null;
  };

  // MARK: Dialogs of the page

  const waiting = [];
  const say = () => {
    const dialog = document.createElement("dialog");
    const words = document.createElement("p");
    words.textContent = waiting[0];
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "OK";
    button.addEventListener("click", () => dialog.close());
    dialog.append(words, button);
    dialog.addEventListener("close", () => {
      dialog.remove();
      waiting.shift();
      if (waiting.length) say();
    });
    document.body.append(dialog);
    dialog.showModal();
  };
  window.alert = (text = "") => {
    // A page that calls alert() in a loop must not block anyone.
    if (waiting.length >= 3) return;
    waiting.push(String(text));
    if (waiting.length > 1) return;
    if (document.body) say();
    else addEventListener("DOMContentLoaded", say);
  };
  window.confirm = (text) => {
    console.warn(`confirm() is not available in a message page and returns false: ${text}`);
    return false;
  };
  window.prompt = (text) => {
    console.warn(`prompt() is not available in a message page and returns null: ${text}`);
    return null;
  };

  // MARK: Bridge

  const hear = offer(given, channel);
  addEventListener("message", (event) => {
    if (event.source === owner) hear(event.data?.martlet);
  });
})

// Before any code of the page runs, this removes what a content security policy does not cover: peer-to-peer connections, and documents inside the
// page, which would have such connections of their own. It keeps references to what it needs, because a page can change everything that it finds.
(() => {
  "use strict";
  const { apply, deleteProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
  const method = (type, name) => type.prototype[name];
  const getter = (type, name) => getOwnPropertyDescriptor(type.prototype, name).get;

  // MARK: Connections

  for (const name of ownKeys(window)) {
    if (typeof name === "string" && /^(webkit|moz)?RTC|^WebTransport/.test(name)) deleteProperty(window, name);
  }

  // MARK: Documents inside this one

  // The content of a `srcdoc` attribute runs in a frame, whatever the policy says about frames. Its document loads in a separate task, and mutations
  // are reported before the next task, so the frame is removed before anything in it runs. Scripts cannot reach any other frame of the page, because
  // each has an origin of its own.
  const FRAMES = "iframe, frame, fencedframe, portal";
  const queries = { 1: method(Element, "querySelectorAll"), 9: method(Document, "querySelectorAll"), 11: method(DocumentFragment, "querySelectorAll") };
  const nodeType = getter(Node, "nodeType");
  const target = getter(MutationRecord, "target");
  const remove = method(Element, "remove");
  const observe = method(MutationObserver, "observe");
  const say = console.warn;
  let isSaid = false;
  const observer = new MutationObserver((records) => {
    for (let index = 0; index < records.length; index += 1) {
      const place = apply(target, records[index], []);
      const query = queries[apply(nodeType, place, [])];
      if (!query) continue;
      const found = apply(query, place, [FRAMES]);
      for (let number = 0; found[number]; number += 1) {
        apply(remove, found[number], []);
        if (!isSaid) say("Message pages cannot have frames. This one was removed.");
        isSaid = true;
      }
    }
  });
  const watch = (root) => apply(observe, observer, [root, { __proto__: null, childList: true, subtree: true }]);
  watch(document);

  // The document's observer does not see into shadow trees, so each one is observed separately. None may be created unnoticed.
  const attachShadow = method(Element, "attachShadow");
  const { create } = Object;
  Element.prototype.attachShadow = function (init) {
    const own = create(null);
    own.mode = init?.mode;
    own.delegatesFocus = Boolean(init?.delegatesFocus);
    own.slotAssignment = init?.slotAssignment === "manual" ? "manual" : "named";
    own.serializable = Boolean(init?.serializable);
    const root = apply(attachShadow, this, [own]);
    watch(root);
    return root;
  };
  for (const type of [Element, ShadowRoot]) deleteProperty(type.prototype, "setHTMLUnsafe");
  deleteProperty(Document, "parseHTMLUnsafe");
  // The server removes such trees from the page's markup. What the page writes must not add them again, not even in pieces.
  const { slice, toLowerCase, includes } = String.prototype;
  const DECLARED = "shadowrootmode";
  let end = "";
  for (const name of ["write", "writeln"]) {
    const write = method(Document, name);
    Document.prototype[name] = function (...given) {
      let text = "";
      for (let index = 0; index < given.length; index += 1) text += `${given[index]}`;
      const whole = apply(toLowerCase, end + text, []);
      if (apply(includes, whole, [DECLARED])) return say("Message pages cannot write shadow trees.");
      end = apply(slice, whole, [-DECLARED.length]);
      apply(write, this, [text]);
    };
  }
})

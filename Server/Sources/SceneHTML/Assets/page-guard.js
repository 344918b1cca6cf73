// Takes away, before anything of the page runs, what a content security policy does not govern: connections from machine to machine, and documents inside of
// the page, which would have such connections of their own. It keeps what it needs: a page may change everything that it finds.
(() => {
  "use strict";
  const { apply, deleteProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
  const method = (type, name) => type.prototype[name];
  const getter = (type, name) => getOwnPropertyDescriptor(type.prototype, name).get;

  // MARK: Connections

  for (const name of ownKeys(window)) {
    if (typeof name === "string" && /^(webkit|moz)?RTC|^WebTransport/.test(name)) deleteProperty(window, name);
  }

  // MARK: Documents inside of this one

  // What is written into the attribute `srcdoc` runs in a frame whatever the policy says of frames. Its document comes in a task of its own, and
  // mutations are heard before the next task: a frame goes before anything in it runs. No other frame of the page can be reached by a script: each
  // has an origin of its own.
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

  // Trees that the observer of the document does not see into are watched one by one; none may come about without being noticed.
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
  // The page's own markup comes without such trees; what it writes must not bring them back, in whatever pieces.
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

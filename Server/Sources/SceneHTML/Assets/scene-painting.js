// The window around pages must go on being painted. A page can ask for more than the machine can paint, such as filters upon filters: then the whole window
// stands still, although scripts go on. So the window's own frames are counted while a page is there, and when they hardly come any more, the page that
// came last is taken out.

const SECOND = 1_000;
// Fewer frames than seconds, in so many seconds.
const SECONDS = 5;
// What the browser has begun to paint it paints to its end; so long nobody else is blamed for it.
const PATIENCE = 30;

// By frame, in the order in which they came: what is called when it is taken out.
const watched = new Map();
let painted = 0;
let counts = [];
let patience = 0;
let lastLook = 0;
let timer = 0;

/** `lose` is called once, when the window stands still and no page came after this one; not any more when the frame has gone. */
export function watchPainting(frame, lose) {
  watched.set(frame, lose);
  if (timer) return;
  timer = setInterval(look, SECOND);
  patience = 0;
  begin();
  requestAnimationFrame(count);
}

function begin() {
  counts = [];
  painted = 0;
  lastLook = performance.now();
}

function count() {
  painted += 1;
  patience = 0;
  if (timer) requestAnimationFrame(count);
}

function look() {
  for (const frame of watched.keys()) if (!frame.isConnected) watched.delete(frame);
  if (watched.size === 0) {
    clearInterval(timer);
    timer = 0;
    return;
  }
  // Out of sight nothing is painted, and where scripts stood still too it is no page's painting.
  if (document.hidden || performance.now() - lastLook > 2 * SECOND) return begin();
  lastLook = performance.now();
  if (patience > 0) {
    patience -= 1;
    return;
  }
  counts = [...counts, painted].slice(-SECONDS);
  painted = 0;
  if (counts.length < SECONDS || counts.reduce((sum, number) => sum + number) >= SECONDS) return;
  const [frame, lose] = [...watched].at(-1);
  watched.delete(frame);
  begin();
  patience = PATIENCE;
  lose();
}

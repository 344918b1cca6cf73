// Keeps the window around pages painted. A page can ask for more than the machine can paint, such as nested filters. Then the whole window freezes,
// although scripts still run. So the window's animation frames are counted while a page is shown. If hardly any arrive, the page that was added last
// is removed.

const SECOND = 1_000;
// The window is frozen if it paints fewer than one frame per second over this many seconds.
const SECONDS = 5;
// The browser finishes what it has begun to paint. For this many seconds, no other page is blamed for that.
const PATIENCE = 30;

// By frame, in the order in which they were added: the function that removes it.
const watched = new Map();
let painted = 0;
let counts = [];
let patience = 0;
let lastLook = 0;
let timer = 0;

/** `lose` is called once, if the window freezes and no page was added after this one. It is not called after the frame was removed. */
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
  // A hidden window is not painted. If scripts stopped as well, painting is not the cause.
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

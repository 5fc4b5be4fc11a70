/** A button that says without a word more, in no alert and no request, that it did not save. */
const REFUSES = `<button id="save" onclick="state.textContent = 'Could not save'">Save</button><p id="state"></p>`;

function before(script: string): string {
  return `<!doctype html><html lang="en"><title>Profile</title><script>${script}</script><h1>Profile</h1>${REFUSES}`;
}

/** Pages that meddle with how the engine tells its watch that an action has found its element. */
export const hostilePages: Readonly<Record<string, string>> = {
  '/hears-all': before(
    `for (let id = 1; id < 3000; id += 1) addEventListener('errand.found.' + id, (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);`,
  ),
  '/hears-patched': before(
    `const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = globalThis.addEventListener = function (name, ...more) {
      if (String(name).startsWith('errand.')) listen.call(window, name, (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);
      return listen.call(this ?? window, name, ...more);
    };`,
  ),
  '/answers-nothing': before(
    `const Own = globalThis.Promise;
    globalThis.Promise = class extends Own {
      constructor(work) { super(String(work).includes('errand.found') ? () => work(() => {}, () => {}) : work); }
    };`,
  ),
};

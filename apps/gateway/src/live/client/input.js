const BUTTONS = ['left', 'middle', 'right'];
const LINE_PX = 16;
const IS_MAC = /mac|iphone|ipad/i.test(navigator.userAgentData?.platform ?? navigator.platform);
/** Leaves the remote browser, which takes every other key. */
const LEAVE = 'F6';

/** On a Mac the command key does what Control does in the remote browser. */
function modifiersOf(event) {
  const held = [
    event.altKey && 'Alt',
    (event.ctrlKey || (IS_MAC && event.metaKey)) && 'Control',
    !IS_MAC && event.metaKey && 'Meta',
    event.shiftKey && 'Shift',
  ];
  return held.filter(Boolean);
}

/** Sends what the person does on the picture, while enabled. */
export function capture({ canvas, keys, size, send }) {
  let isEnabled = false;
  /** At most one movement for each frame of this page is sent. */
  let movement = null;
  const fingers = new Map();

  const pointOf = ({ clientX, clientY }) => {
    const box = canvas.getBoundingClientRect();
    const within = (value, most) => Math.max(0, Math.min(most - 1, value));
    return {
      x: within(((clientX - box.left) / box.width) * size.width, size.width),
      y: within(((clientY - box.top) / box.height) * size.height, size.height),
    };
  };
  const flush = () => {
    if (movement !== null) send(movement);
    movement = null;
  };
  const later = (message) => {
    if (movement === null) requestAnimationFrame(flush);
    movement = message;
  };
  const touch = (action, event) => {
    const points = Array.from(fingers, ([id, point]) => ({ id, ...point }));
    const message = { type: 'touch', action, points, modifiers: modifiersOf(event) };
    if (action === 'move') return later(message);
    flush();
    send(message);
  };
  const isTouch = (event) => event.pointerType === 'touch';
  /** Pointer ids grow without end; a page knows fingers by small numbers. */
  const idOf = ({ pointerId }) => pointerId % 10;

  canvas.addEventListener('pointerdown', (event) => {
    if (!isEnabled) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    keys.focus({ preventScroll: true });
    if (isTouch(event)) {
      fingers.set(idOf(event), pointOf(event));
      return touch('start', event);
    }
    flush();
    clicks = countClicks(event);
    const button = BUTTONS[event.button] ?? 'left';
    send({ type: 'mouse', action: 'down', ...pointOf(event), button, clicks, modifiers: modifiersOf(event) });
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!isEnabled) return;
    if (isTouch(event)) {
      if (!fingers.has(idOf(event))) return;
      fingers.set(idOf(event), pointOf(event));
      return touch('move', event);
    }
    later({ type: 'mouse', action: 'move', ...pointOf(event), modifiers: modifiersOf(event) });
  });
  const up = (event) => {
    if (!isEnabled) return;
    if (isTouch(event)) {
      fingers.delete(idOf(event));
      return touch(event.type === 'pointercancel' ? 'cancel' : 'end', event);
    }
    flush();
    const button = BUTTONS[event.button] ?? 'left';
    send({ type: 'mouse', action: 'up', ...pointOf(event), button, clicks, modifiers: modifiersOf(event) });
  };
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', up);
  canvas.addEventListener('contextmenu', (event) => {
    if (isEnabled) event.preventDefault();
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      if (!isEnabled) return;
      event.preventDefault();
      // By pixel, by line, by page.
      const unit = [1, LINE_PX, size.height][event.deltaMode];
      const delta = { deltaX: event.deltaX * unit, deltaY: event.deltaY * unit };
      send({ type: 'wheel', ...pointOf(event), ...delta, modifiers: modifiersOf(event) });
    },
    { passive: false },
  );

  let clicks = 0;
  let lastClick = { at: -Infinity, x: 0, y: 0, button: 0 };
  function countClicks({ timeStamp, clientX, clientY, button }) {
    const isAgain =
      timeStamp - lastClick.at < 400 &&
      Math.hypot(clientX - lastClick.x, clientY - lastClick.y) < 5 &&
      button === lastClick.button;
    lastClick = { at: timeStamp, x: clientX, y: clientY, button };
    return isAgain ? Math.min(3, clicks + 1) : 1;
  }

  const key = (action, event) => {
    const isCommand = IS_MAC && event.key === 'Meta';
    send({
      type: 'key',
      action,
      key: isCommand ? 'Control' : event.key,
      code: isCommand ? 'ControlLeft' : event.code,
      keyCode: isCommand ? 17 : Math.min(255, event.keyCode),
      location: event.location,
      repeat: event.repeat,
      modifiers: modifiersOf(event),
    });
  };
  /** Keys that a keyboard on the screen, or an input method, sends only as text. */
  const isText = (event) =>
    event.isComposing || event.keyCode === 229 || event.key === 'Unidentified' || event.key === 'Dead';
  keys.addEventListener('keydown', (event) => {
    if (event.key === LEAVE) {
      event.preventDefault();
      document.querySelector('#actions button:not([hidden])')?.focus();
      return;
    }
    if (!isEnabled || isText(event)) return;
    const isShortcut = modifiersOf(event).includes('Control') && !event.altKey;
    const letter = event.key.toLowerCase();
    // The clipboard is this machine's: the text travels by `paste` and `copied`.
    if (isShortcut && letter === 'v') return;
    event.preventDefault();
    if (isShortcut && (letter === 'c' || letter === 'x')) send({ type: 'copy', cut: letter === 'x' });
    else key('down', event);
  });
  keys.addEventListener('keyup', (event) => {
    if (!isEnabled || isText(event) || event.key === LEAVE) return;
    event.preventDefault();
    key('up', event);
  });
  keys.addEventListener('paste', (event) => {
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    if (isEnabled && text !== '') send({ type: 'text', text });
  });
  keys.addEventListener('compositionupdate', ({ data }) => {
    if (isEnabled) send({ type: 'composition', text: data, start: data.length, end: data.length });
  });
  keys.addEventListener('compositionend', ({ data }) => {
    if (isEnabled)
      send(data === '' ? { type: 'composition', text: '', start: 0, end: 0 } : { type: 'text', text: data });
    keys.value = '';
  });
  const press = (name, keyCode) => {
    for (const action of ['down', 'up'])
      send({ type: 'key', action, key: name, code: name, keyCode, location: 0, modifiers: [] });
  };
  keys.addEventListener('input', ({ inputType, data, isComposing }) => {
    if (!isEnabled || isComposing || inputType === 'insertCompositionText') return;
    if (inputType === 'deleteContentBackward') press('Backspace', 8);
    else if (inputType === 'insertLineBreak') press('Enter', 13);
    else if (data) send({ type: 'text', text: data });
    keys.value = '';
  });

  return {
    enable(value) {
      if (value === isEnabled) return;
      isEnabled = value;
      movement = null;
      fingers.clear();
      keys.disabled = !value;
      if (value) keys.focus({ preventScroll: true });
    },
  };
}

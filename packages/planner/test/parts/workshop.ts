import { page } from './frame.ts';

/** Widgets of the kinds that sites build themselves. */
export const workshop = page(
  'My workshop',
  `<p id="volumeLabel">Volume</p><div id="track" style="width: 200px; height: 20px; background: #ccc; position: relative; touch-action: none"><div id="knob" role="slider" tabindex="0" aria-labelledby="volumeLabel" aria-valuemin="0" aria-valuemax="100" aria-valuenow="10" style="position: absolute; left: 20px; width: 16px; height: 20px; background: #333"></div></div>
  <p id="heatLabel">Heat</p><div id="dial" role="slider" tabindex="0" aria-labelledby="heatLabel" aria-valuemin="10" aria-valuemax="30" aria-valuenow="18">18</div>
  <div id="shelf"><div class="bin" draggable="true">Bolts</div><div class="bin" draggable="true">Nuts</div></div><div id="box" aria-label="Van" role="group" style="height: 60px; border: 1px dashed">Van</div>
  <div class="link" onclick="done('lights')">Switch off the lights</div>
  <div><span>Bay doors</span> <button role="switch" aria-checked="false" aria-label="Bay doors" onclick="const on = this.getAttribute('aria-checked') !== 'true'; this.setAttribute('aria-checked', on); done('doors ' + on)"></button></div>
  <div class="pick"><button aria-haspopup="listbox" aria-expanded="false" id="shift" onclick="shifts.hidden = !shifts.hidden">Shift: Early</button><div role="listbox" id="shifts" hidden><div role="option">Early</div><div role="option">Late</div><div role="option">Night</div></div></div>
  <button aria-expanded="false" aria-controls="hours" onclick="hours.hidden = false; this.setAttribute('aria-expanded', 'true')">Opening hours</button><div id="hours" hidden><p>Friday: 8:00 to 16:30</p></div>
  <p>There are 6 vans on the road and 2 in the yard.</p><p>The hoist was last checked on 9 October 2026 by Mia Kern.</p>
  <script>
  const set = (value) => { knob.setAttribute('aria-valuenow', value); knob.style.left = value * 2 + 'px'; };
  track.onpointerdown = (event) => { track.setPointerCapture(event.pointerId); const move = (at) => set(Math.max(0, Math.min(100, Math.round((at.clientX - track.getBoundingClientRect().left) / 2)))); move(event); track.onpointermove = move; track.onpointerup = () => { track.onpointermove = null; track.onpointerup = null; done('volume ' + knob.getAttribute('aria-valuenow')); }; };
  dial.onkeydown = (event) => { const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]; if (!by) return; const value = +dial.getAttribute('aria-valuenow') + by; dial.setAttribute('aria-valuenow', value); dial.textContent = value; done('heat ' + value); };
  each('#shifts [role=option]').forEach((one) => { one.onclick = () => { shifts.hidden = true; shift.textContent = 'Shift: ' + one.textContent; done('shift ' + one.textContent); }; });
  each('.bin').forEach((one) => { one.ondragstart = (event) => event.dataTransfer.setData('text', one.textContent); });
  box.ondragover = (event) => event.preventDefault(); box.ondrop = (event) => { event.preventDefault(); done('van ' + event.dataTransfer.getData('text')); };</script>`,
);

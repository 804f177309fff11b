import { bytes, element, shape } from './text.js';

const MINUTE = 120; // events, two a second
const WIDTH = 600;
const HISTORY_HEIGHT = 120;
const history = [];

/** Shows the live figures and the calibration for as long as the page is open. */
export function watchLanes() {
  const events = new EventSource('lanes');
  events.addEventListener('open', () => live('on', 'live'));
  // The browser connects anew by itself.
  events.addEventListener('error', () => live('off', 'no connection'));
  events.addEventListener('message', event => show(JSON.parse(event.data)));
  showCalibration();
}

function live(className, text) {
  const badge = document.getElementById('live');
  if (badge.textContent !== text) {
    badge.className = `badge ${className}`;
    badge.textContent = text;
  }
}

function show(figures) {
  put('engine', `${figures.engine}, ${figures.lanes} ${figures.lanes === 1 ? 'lane' : 'lanes'}`);
  put('throughput', `${bytes(figures.bytesPerSecond)}/s`);
  put('occupancy', figures.batchesPerSecond === 0 ? 'idle' : `${Math.round(100 * figures.occupancy)} %`);
  put('messages', `${Math.round(figures.messagesPerSecond)} /s`);
  put('queued', figures.queued);
  put('open', figures.openStreams);
  put('hashed', bytes(figures.bytes));
  drawLanes(figures);
  history.push(figures.bytesPerSecond);
  if (history.length > MINUTE) {
    history.shift();
  }
  drawHistory();
}

function put(id, text) {
  document.getElementById(id).textContent = text;
}

/** Each lane is full, empty, or used in part of the batches. */
function drawLanes({ lanes, occupancy }) {
  const row = document.getElementById('lane-row');
  while (row.children.length < lanes) {
    row.append(element('i'));
  }
  while (row.children.length > lanes) {
    row.lastChild.remove();
  }
  const used = occupancy * lanes;
  [...row.children].forEach((lane, index) =>
    lane.style.setProperty('--used', Math.min(1, Math.max(0, used - index)).toFixed(2)));
  row.setAttribute('aria-label', `${used.toFixed(1)} of ${lanes} lanes used`);
}

function drawHistory() {
  const most = Math.max(1, ...history);
  const at = history.map((value, index) =>
    `${(WIDTH * (index + MINUTE - history.length) / (MINUTE - 1)).toFixed(1)},${(HISTORY_HEIGHT - 4 - (HISTORY_HEIGHT - 20) * value / most).toFixed(1)}`);
  const first = at[0].split(',')[0];
  const plot = document.getElementById('history');
  plot.replaceChildren(
    shape('polygon', { class: 'area', points: `${first},${HISTORY_HEIGHT} ${at.join(' ')} ${WIDTH},${HISTORY_HEIGHT}` }),
    shape('polyline', { class: 's0', style: 'fill:none', points: at.join(' ') }));
  plot.setAttribute('aria-label', `Throughput over the last minute, at most ${bytes(most)} a second`);
}

async function showCalibration() {
  const answer = await fetch('lanes/calibration');
  const calibration = await answer.json();
  put('choice', calibration.description);
  document.getElementById('engines').replaceChildren(...calibration.engines.map(row));
  drawCurve(calibration.engines.filter(engine => engine.points.length > 0));
  // Measuring takes some seconds, and begins anew after a collapse.
  setTimeout(showCalibration, calibration.calibrating ? 1_000 : 30_000);
}

function row(engine) {
  const line = element('tr');
  const name = element('th', '', engine.name);
  name.scope = 'row';
  const full = engine.points.at(-1);
  line.append(
    name,
    element('td', '', engine.lanes === 0 ? '–' : engine.lanes),
    element('td', '', full ? `${full.ratio.toFixed(2)} × jdk` : '–'),
    element('td', '', engine.verdict));
  return line;
}

function drawCurve(engines) {
  const left = 40, right = 110, top = 12, bottom = 30, height = 260;
  const mostMessages = Math.max(2, ...engines.flatMap(engine => engine.points.map(point => point.messages)));
  const mostRatio = 1.1 * Math.max(1, ...engines.flatMap(engine => engine.points.map(point => point.ratio)));
  const x = messages => left + (WIDTH - left - right) * (messages - 1) / (mostMessages - 1);
  const y = ratio => height - bottom - (height - top - bottom) * ratio / mostRatio;
  const parts = [
    shape('line', { class: 'axis', x1: left, y1: y(0), x2: WIDTH - right, y2: y(0) }),
    shape('line', { class: 'even', x1: left, y1: y(1), x2: WIDTH - right, y2: y(1) }),
    shape('text', { x: WIDTH - right + 6, y: y(1) + 4 }, 'MessageDigest'),
    shape('text', { x: left - 8, y: y(1) + 4, 'text-anchor': 'end' }, '1'),
    shape('text', { x: left - 8, y: y(0) + 4, 'text-anchor': 'end' }, '0'),
    shape('text', { x: left, y: height - 8 }, '1 message'),
    shape('text', { x: WIDTH - right, y: height - 8, 'text-anchor': 'end' }, mostMessages),
  ];
  const labels = [y(1)];
  engines.forEach((engine, index) => {
    const series = `s${index % 4}`;
    const last = engine.points.at(-1);
    if (engine.points.length === 1) {
      parts.push(shape('circle', { class: series, cx: x(last.messages), cy: y(last.ratio), r: 4 }));
    } else {
      parts.push(shape('polyline', {
        class: series,
        style: 'fill:none',
        points: engine.points.map(point => `${x(point.messages)},${y(point.ratio)}`).join(' '),
      }));
    }
    // A name that would lie on another moves up.
    let at = y(last.ratio);
    while (labels.some(taken => Math.abs(taken - at) < 14)) {
      at -= 4;
    }
    labels.push(at);
    parts.push(shape('text', { class: series, x: x(last.messages) + 8, y: at + 4 }, engine.name));
  });
  document.getElementById('curve').replaceChildren(...parts);
}

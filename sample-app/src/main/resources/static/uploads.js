import { bytes, element } from './text.js';

// A browser opens six connections to a server, and the live figures need one.
const AT_ONCE = 4;

const waiting = [];
let running = 0;

/** Takes files that are chosen or dropped. */
export function takeFiles() {
  const drop = document.getElementById('drop');
  const input = document.getElementById('files');
  input.addEventListener('change', () => {
    [...input.files].forEach(enqueue);
    input.value = '';
  });
  drop.addEventListener('dragover', event => {
    event.preventDefault();
    drop.classList.add('over');
  });
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', event => {
    event.preventDefault();
    drop.classList.remove('over');
    [...event.dataTransfer.files].forEach(enqueue);
  });
}

function enqueue(file) {
  const row = newRow(file);
  document.getElementById('uploads').prepend(row.item);
  waiting.push({ file, row });
  next();
}

function next() {
  while (running < AT_ONCE && waiting.length > 0) {
    running++;
    const { file, row } = waiting.shift();
    upload(file, row)
      .then(receipt => row.done(receipt), problem => row.failed(problem))
      .finally(() => {
        running--;
        next();
      });
  }
}

/** XMLHttpRequest, since fetch does not tell how much of a body is sent. */
function upload(file, row) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', 'blobs');
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('Accept', 'application/json');
    request.responseType = 'json';
    request.upload.addEventListener('progress', event => row.sent(event.loaded, event.total));
    request.addEventListener('load', () => {
      const answer = request.response;
      if (request.status === 200 || request.status === 201) {
        resolve({ ...answer, created: request.status === 201 });
      } else {
        reject(answer?.detail ?? `the server answered ${request.status}`);
      }
    });
    request.addEventListener('error', () => reject('the connection broke; a file that changed meanwhile does that too'));
    request.send(file);
  });
}

function newRow(file) {
  const item = element('li');
  const head = element('div', 'head');
  const state = element('span', 'state', 'waiting');
  const progress = element('progress');
  progress.max = Math.max(1, file.size);
  progress.value = 0;
  progress.setAttribute('aria-label', `${file.name}, sent`);
  head.append(element('span', 'name', file.name), state);
  item.append(head, progress);

  function say(className, text) {
    state.className = `state ${className}`;
    state.textContent = text;
  }

  return {
    item,
    sent(loaded, total) {
      progress.value = loaded;
      say('', loaded < total ? `${bytes(loaded)} of ${bytes(total)}` : 'hashed, being stored and signed');
    },
    done(receipt) {
      progress.remove();
      say('done', `${bytes(receipt.size)}, ${receipt.created ? 'stored' : 'was here already'}`);
      const link = element('a', 'address');
      link.href = `blobs/${receipt.address}`;
      link.append(element('code', '', receipt.address));
      item.append(link);
      if (receipt.signature) {
        item.append(signature(receipt));
      }
      announce(`${file.name}: ${receipt.address}`);
    },
    failed(problem) {
      progress.remove();
      say('failed', `not stored: ${problem}`);
      announce(`${file.name} was not stored: ${problem}`);
    },
  };
}

function signature(receipt) {
  const details = element('details');
  const key = element('a', '', 'public key');
  key.href = `keys/${receipt.keyId}.pem`;
  const line = element('p');
  line.append(element('code', 'signature', receipt.signature), ' ', key);
  details.append(element('summary', '', `Signature, ${receipt.algorithm}`), line);
  return details;
}

function announce(text) {
  document.getElementById('said').textContent = text;
}

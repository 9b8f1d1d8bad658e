// What the pages behind the links of e-mails share: a form that is sent to the API with the token of the link, a place
// for what went wrong, and a part that is shown when it is done. Each page says in data- attributes what is its own.

const form = document.querySelector('form');
const alertLine = document.querySelector('[role=alert]');
const button = form.querySelector('button');
const needsToken = form.dataset.token !== 'none';
// In the fragment, so that it is sent to nobody but the API.
const token = location.hash.slice(1);

const MESSAGES = {
  INVALID_CREDENTIALS: form.dataset.refused,
  CONFLICT: form.dataset.conflict,
  RATE_LIMITED: 'There were too many attempts from your network. Please try again in an hour.',
};
const UNREACHABLE = 'The service cannot be reached. Check your connection and try again.';
const FAILED = 'Something went wrong on our side. Please try again in a minute.';

/** The token starts with the 16 bytes of the company's id, which people need in order to sign in. */
function readCompanyId() {
  try {
    const bytes = atob(token.replaceAll('-', '+').replaceAll('_', '/')).slice(0, 16);
    const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  } catch {
    return '';
  }
}

function describeProblem(status, { code, details = [] }) {
  if (MESSAGES[code]) return MESSAGES[code];
  const labels = details.map(({ path, message }) => {
    const field = form.querySelector(`[name="${CSS.escape(path.slice(1))}"]`);
    return `${field?.labels[0]?.textContent ?? path.slice(1)}: ${message}.`;
  });
  return labels.length > 0 && status === 400 ? labels.join(' ') : FAILED;
}

function readFields() {
  const fields = Object.fromEntries(new FormData(form));
  // A field left empty is left out.
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  return needsToken ? { ...filled, token } : filled;
}

async function send() {
  const response = await fetch(form.dataset.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(readFields()),
  });
  const answer = await response.json().catch(() => ({}));
  return response.ok ? undefined : describeProblem(response.status, answer);
}

function showDone() {
  // The token is spent: it need not stay in the address bar and in the history.
  history.replaceState(null, '', location.pathname);
  document.querySelector('#ask').hidden = true;
  const done = document.querySelector('#done');
  for (const place of done.querySelectorAll('[data-company]')) place.textContent = readCompanyId();
  for (const link of done.querySelectorAll('[data-sign-in]')) link.search = `?companyId=${readCompanyId()}`;
  done.hidden = false;
  const heading = done.querySelector('h1');
  document.title = heading.textContent;
  heading.focus();
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  alertLine.textContent = '';
  button.disabled = true;
  const problem = await send().catch(() => UNREACHABLE);
  button.disabled = false;
  if (problem === undefined) showDone();
  else alertLine.textContent = problem;
});

if (needsToken && token === '') {
  alertLine.textContent = 'This link is not complete. Open it from the e-mail again, or copy all of it.';
} else {
  form.hidden = false;
}

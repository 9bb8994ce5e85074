// Notices new messages: reloads the list when nobody is typing or reading, else says so at the Refresh link.
const known = document.documentElement.dataset.newest ?? '';
const refresh = document.getElementById('refresh');
const field = document.getElementById('to');

async function look() {
  if (document.hidden) return;
  const answer = await fetch(
    `/mailbox/newest.json?to=${encodeURIComponent(new URLSearchParams(location.search).get('to') ?? '')}`,
  );
  const { newest } = await answer.json();
  if (newest === known) return;
  const reading = document.querySelector('.reader') !== null || document.activeElement === field;
  if (!reading) location.reload();
  else if (refresh) {
    refresh.textContent = 'New messages – refresh';
    refresh.classList.add('fresh');
  }
}

setInterval(() => {
  // the server may be restarting; the next look finds it again
  look().catch(() => {});
}, 3000);

// Only what the page itself needs: the chat works without any of this.

const origin = location.origin;
for (const code of document.querySelectorAll('.snippet code')) {
  code.textContent = code.textContent.replace('https://YOUR-WORKER', origin);
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    const text = document.getElementById(button.dataset.copy).textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      // No clipboard permission: select the text, so that one key press copies it.
      getSelection().selectAllChildren(document.getElementById(button.dataset.copy));
    }
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
}

const presets = [...document.styleSheets].find(({ href }) => href?.endsWith('/presets.css'));
for (const button of document.querySelectorAll('[data-preset-name]')) {
  button.addEventListener('click', () => choosePreset(button));
}

function choosePreset(button) {
  const { presetName } = button.dataset;
  document.documentElement.dataset.preset = presetName;
  for (const other of button.parentElement.children) other.ariaPressed = String(other === button);
  const rule = [...presets.cssRules].find(({ selectorText }) => selectorText.includes(`"${presetName}"`));
  const lines = [...(rule?.style ?? [])].map((name) => `  ${name}: ${rule.style.getPropertyValue(name)};\n`);
  const code = document.getElementById('preset');
  code.textContent = `cf-ai-chat {\n${lines.join('')}}`;
  code.closest('figure').hidden = !rule;
}

const WORDS = {
  extractive: 'No language model is configured: answers are quoted from the documentation.',
  openai: 'Answers come from an OpenAI-compatible server.',
  'workers-ai': 'Answers come from Workers AI.',
};
const response = await fetch('/api/health');
const { provider } = await response.json();
const note = document.getElementById('provider');
note.textContent = WORDS[provider] ?? '';
note.hidden = !note.textContent;

// The script of this page knows its release, and the release its hashes.
const released = await (await fetch(`/v/${cfAiChat.version}/integrity.json`)).json();
const pinned = document.getElementById('pinned');
pinned.textContent = pinned.textContent
  .replace('VERSION', released.version)
  .replace('HASH', released.files['cf-ai-chat.js']);

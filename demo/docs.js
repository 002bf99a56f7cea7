// Lets the search box ask the chat until the chat itself takes the box over, and gives every piece of code a copy button. The pages
// are complete without either.

const ask = document.querySelector('.ask');
ask.addEventListener('submit', (event) => {
  event.preventDefault();
  const chat = document.querySelector('cf-ai-chat');
  chat.show();
  chat.send(ask.elements.question.value);
  ask.reset();
});

if (/^(?:Mac|iP)/.test(navigator.platform)) ask.querySelector('kbd').textContent = '⌘ K';

for (const code of document.querySelectorAll('.code pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => copy(code, button));
  code.after(button);
}

async function copy(code, button) {
  try {
    await navigator.clipboard.writeText(code.textContent.trimEnd());
    button.textContent = 'Copied';
  } catch {
    // No clipboard permission: select the text, so that one key press copies it.
    getSelection().selectAllChildren(code);
  }
  setTimeout(() => (button.textContent = 'Copy'), 2000);
}

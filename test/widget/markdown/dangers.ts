const SAFE_LINK = /^(?:https?:|mailto:|tel:|$)/;
const LOADING =
  'script,style,link,meta,base,iframe,frame,object,embed,video,audio,source,svg,math,form,button,template,picture';

/** Lists in words what is dangerous in a DOM tree; the list is empty for a safe tree. */
export function dangersIn(root: ParentNode): string[] {
  const found = [...root.querySelectorAll(LOADING)].map(({ localName }) => `<${localName}>`);
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const isBad = /^on|^(?:style|id|name|srcset|ping|poster|background|action|formaction|is)$/.test(name);
      const isClass = name === 'class' && !(element.localName === 'code' && /^language-\S+$/.test(value));
      if (isBad || isClass || name === 'src') found.push(`${element.localName} ${name}=${value}`);
    }
    if (element instanceof HTMLAnchorElement && !SAFE_LINK.test(element.protocol.replace(/^:$/, '')))
      found.push(element.href);
    if (element.hasAttribute('target') && !element.getAttribute('rel')?.includes('noopener'))
      found.push(`${element.localName} target`);
    if (element instanceof HTMLInputElement && !(element.disabled && element.type === 'checkbox'))
      found.push('input');
  }
  return found;
}

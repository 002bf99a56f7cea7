// The block in the editor: its settings, and a card where the chat will stand. The chat itself runs on the page only.
(({ blocks, blockEditor, components, element, i18n }) => {
  const { createElement } = element;
  const { __ } = i18n;
  const fields = window.cfAiChatBlockFields;

  function drawControl(field, attributes, setAttributes) {
    const value = attributes[field.property];
    const shared = {
      key: field.property,
      label: field.label,
      help: field.description,
      // An undefined attribute is not stored: the setting of the whole site then applies.
      onChange: (next) =>
        setAttributes({ [field.property]: next === '' || next === false ? undefined : next }),
    };
    if (field.control === 'checkbox') {
      return createElement(components.ToggleControl, { ...shared, checked: Boolean(value) });
    }
    if (field.control === 'select') {
      const options = Object.entries(field.choices).map(([choice, label]) => ({
        label:
          choice === '' && field.for_site
            ? __('As on the whole site', 'ai-chat-for-cloudflare-workers')
            : label,
        value: choice,
      }));
      return createElement(components.SelectControl, { ...shared, value: value ?? '', options });
    }
    const Control = field.control === 'textarea' ? components.TextareaControl : components.TextControl;
    return createElement(Control, { ...shared, value: value ?? '' });
  }

  function drawHeight(attributes, setAttributes) {
    return createElement(components.TextControl, {
      key: 'height',
      type: 'number',
      label: __('Height in pixels', 'ai-chat-for-cloudflare-workers'),
      value: attributes.height ?? '',
      onChange: (next) => setAttributes({ height: next === '' ? undefined : Number(next) }),
    });
  }

  function Edit({ attributes, setAttributes }) {
    const controls = fields.map((field) => drawControl(field, attributes, setAttributes));
    const panel = createElement(
      components.PanelBody,
      { title: __('AI Chat', 'ai-chat-for-cloudflare-workers') },
      drawHeight(attributes, setAttributes),
      controls,
    );
    const card = createElement(components.Placeholder, {
      icon: 'format-chat',
      label: attributes.heading || __('AI Chat', 'ai-chat-for-cloudflare-workers'),
      instructions: __('The chat stands here when the page is viewed.', 'ai-chat-for-cloudflare-workers'),
    });
    return createElement(
      'div',
      blockEditor.useBlockProps(),
      createElement(blockEditor.InspectorControls, null, panel),
      card,
    );
  }

  blocks.registerBlockType('cf-ai-chat/chat', { edit: Edit, save: () => null });
})(window.wp);

/** Harmless answers as models write them, with headings, links and code. Tests stream them in. */
export const ANSWERS: readonly string[] = [
  `# How to embed the widget

You can embed the chat with **one script tag**. It loads *lazily*, so your page stays fast; see the
[documentation](https://docs.example/embed?lang=en&v=2 "Embedding") or the \`README.md\` file.

## Steps

1. Copy the snippet.
2. Paste it before \`</body>\`.
3. Set the \`endpoint\` attribute:

   \`\`\`html
   <script src="https://chat.example/cf-ai-chat.js" data-endpoint="/api/chat" async></script>
   \`\`\`

4. Reload the page. That's **it**!

> **Note:** the widget never loads third-party code.
> It also works with a *strict* policy.

| Attribute | Default | Meaning |
|:----------|:-------:|--------:|
| \`mode\` | \`floating\` | how it is shown |
| \`open\` | false | **whether** it is open |
| \`accent\` | ours | brand colour, e.g. [teal](https://color.example/teal) |

### Things to know

- It costs about 5 * 3 = 15 ms, or ~20 ms on slow phones.
- Snake_case_names and file_names.md stay as they are.
  - Nested **bold item** with \`code\`
  - Another one: ***very* important**
    1. deeper
    2. still deeper
- [x] done
- [ ] to do

\`\`\`js
const chat = document.querySelector('cf-ai-chat');
chat.send("What's *this*?");
// a | b | c
\`\`\`

Press <kbd>Ctrl</kbd> + <kbd>C</kbd>. Wow! Is it 3 < 4 && 5 > 4? R&D says yes\\*.

Line one ends with two spaces  
and goes on. A bare https://example.com/path_with_underscores link, and ~~struck~~ text.

---

Final words
===========

Ask again [here](https://ask.example/a_(b)) or [there][ref] any time! ![Logo](https://img.example/logo.png)

[ref]: https://ref.example "Reference"
`,
  `Sure! Here's a short answer: **42**. The reasons are:

* **First**, it is *the* answer — as everyone knows (see [1]).
* **Second**, \`6 * 7\` gives it too.

* Loose items follow, with a blank line between them,

  and a second paragraph.

Setext heading here
---

שלום, this paragraph **mixes** scripts: مرحبا 你好 😀 👩‍💻!

~~~python
def answer(x: int) -> int:
    """Returns \`x\`."""
    return x * 2  # ** not bold **
~~~

<details>
<summary>More</summary>

Hidden **words** with a list:

- one
- two

</details>

Name | Age
--- | ---
Ann | 5
Bob | \`6\`

The end &copy; 2026 &mdash; bye.`,
];

/** An answer of many constructs, each of which could show its raw syntax before it is complete. */
export const DENSE_ANSWER = `This is from the [manual][1], the [changelog][] and ![a chart][chart]; see also [the [draft] spec](https://four.example).

Read https://en.example/wiki/A_(b)_c, https://a.example/x_y*z?q=1_2_3, <https://b.example/c_d>, **https://d.example/e_f**
or write to **me_too@example.com** ("https://quoted.example").

これは**重要**です。次に*強調*と\`コード\`を使います。「[リンク](https://example.com/)」もあります。

1) First
2) Second **item**

   with a paragraph
   > and a quote with [a link](https://q.example/a_(b)_c)
   > - and a list

* one
    * nested by four
      \`\`\`diff
      - old
      + new
      \`\`\`
* two \`a | b\` and a || b

[![Build](https://img.example/b.svg)](https://ci.example/) and H<sub>2</sub>O<!-- comment -->, a < b and c > d,
Array<string>, C:\\Users\\me, 5*3*2, $5 and $10, x_{i,j}, 50% **off**! (see [this](https://x.example/?a=b&c=d)).

| a \\| b | c<br>d | |
| - | - | - |
| **1** | [2](https://two.example) | |

Hard break\\
next. Escapes: \\* \\_ \\[not a link\\](x) \\\\ &lt;tag&gt; &amp; &#169;

[1]: https://one.example
[changelog]: <https://two.example> 'Changes'
[chart]: https://img.example/chart.png
`;

import { expect } from 'chai';
import { drawFormula } from '../../../../../widget/ui/features/formulas/draw-formula.ts';

const FORMULAS = '/test/fixtures/markdown/formulas.txt';

/** LaTeX commands that link, load, style, name or draw out of place, each with their markup for a page. */
const REFUSED = [
  String.raw`\href{javascript:alert(1)}{x}`,
  String.raw`\href{https://evil.example/}{x}`,
  String.raw`\url{javascript:alert(1)}`,
  String.raw`\includegraphics{https://evil.example/a.png}`,
  String.raw`\includegraphics[width=2em,alt=x]{https://evil.example/a.png}`,
  String.raw`\style{background:url(https://evil.example/)}{x}`,
  String.raw`\cssId{evil}{x}`,
  String.raw`\class{launcher}{x}`,
  String.raw`\id{evil}{x}`,
  String.raw`\data{a=b}{x}`,
  String.raw`\htmlClass{launcher}{x}`,
  String.raw`\htmlId{evil}{x}`,
  String.raw`\htmlStyle{position:fixed}{x}`,
  String.raw`\htmlData{a=b}{x}`,
  String.raw`\require{action}`,
  String.raw`\unicode{x}{1}`,
  String.raw`\notacommand`,
  String.raw`\frac{a`,
  '}',
  '$',
  '#1',
  String.raw`\def\a{\a\a}\a`,
  String.raw`\def\a{x}\a`,
  String.raw`\global\let\a=x\a`,
  String.raw`\renewcommand{\R}{x}`,
  String.raw`\providecommand\R{x}\R`,
  '{'.repeat(4_000) + '}'.repeat(4_000),
  'x+'.repeat(3_000),
];

/** Formulas that are drawn, and must not bring anything else with them. */
const TAMED = [
  String.raw`\text{<img src=x onerror=alert(1)>}`,
  String.raw`\text{</math><script>alert(1)</script>}`,
  String.raw`\mathrm{<b onclick=alert(1)>}`,
  String.raw`\label{evil} x`,
  String.raw`x \tag{<img src=x>}`,
  String.raw`\ref{evil}`,
  String.raw`\color{red} x`,
  String.raw`\textcolor{white}{x}`,
  String.raw`\colorbox{url(https://evil.example/)}{x}`,
  String.raw`\fcolorbox{red}{blue}{x}`,
  String.raw`\definecolor{a}{HTML}{FF0000}\color{a} x`,
  String.raw`\hspace{-100em} x`,
  String.raw`\rule{1000em}{1000em}`,
  String.raw`\raisebox{-100em}{x}`,
  String.raw`\kern-1000pt x`,
  String.raw`\mathllap{x}\mathrlap{y}`,
  String.raw`\smash{x}\phantom{y}`,
  String.raw`\cancel{x} \boxed{y} \bcancel{z} \xcancel{a}`,
  String.raw`\begin{align} a &= b \\ &= c \end{align}`,
  String.raw`\begin{CD} A @>a>> B \end{CD}`,
  String.raw`\ce{H2O}`,
  String.raw`\verb|<img src=x>|`,
  String.raw`\operatorname{<svg onload=alert(1)>}`,
  String.raw`\unicode{60}`,
  String.raw`\char"3C`,
  String.raw`\left( x \right) \stackrel{\text{def}}{=} y`,
];

/** Attacks that other renderers of mathematics let through; some are drawn here, some not. */
const ELSEWHERE = [
  String.raw`\mmlToken{mi}[href="javascript:alert(1)"]{x}`,
  String.raw`\mmlToken{mtext}[style="position:fixed"]{x}`,
  String.raw`\bbox[red;position:fixed,border:9999px solid]{x}`,
  String.raw`\unicode[font:url(https://evil.example/);position:fixed]{65}`,
  String.raw`\colorbox{red;position:fixed;inset:0}{x}`,
  String.raw`\textcolor{red;background:url(//evil.example)}{x}`,
  String.raw`\color{expression(alert(1))} x`,
  String.raw`\fcolorbox{"onclick="alert(1)}{red}{x}`,
  String.raw`\tooltip{<img src=x onerror=alert(1)>}{x}`,
  String.raw`\toggle{x}{<script>alert(1)</script>}\endtoggle`,
  String.raw`\text{</mtext></math><svg onload=alert(1)>}`,
  String.raw`\text{<annotation-xml encoding="text/html"><img src=x onerror=alert(1)>}`,
  String.raw`\mbox{$\href{javascript:alert(1)}{x}$}`,
  String.raw`\text{\href{javascript:alert(1)}{x}}`,
  String.raw`\begin{array}{c@{<img src=x onerror=alert(1)>}c} a & b \end{array}`,
  String.raw`\begin{array}{p{9999em}} a \end{array}`,
  String.raw`\begin{html}<img src=x onerror=alert(1)>\end{html}`,
  String.raw`\tag*{<img src=x onerror=alert(1)>} x`,
  String.raw`\ce{<img src=x onerror=alert(1)>}`,
  String.raw`\pu{1 <script>alert(1)</script>}`,
  String.raw`\hspace*{9999em} x \vspace{9999em}`,
  String.raw`\raisebox{9999em}{\rule{9999em}{9999em}}`,
  String.raw`\mathchoice{\href{javascript:alert(1)}{a}}{b}{c}{d}`,
  String.raw`\csname href\endcsname{javascript:alert(1)}{x}`,
  String.raw`\catcode\`\<=1 <x>`,
  String.raw`\input{/etc/passwd}`,
  String.raw`\write18{ls} x`,
  String.raw`\gdef\href#1#2{#2}\href{javascript:alert(1)}{x}`,
  String.raw`\newcommand{\a}{\href{javascript:alert(1)}{x}}\a`,
  String.raw`\operatorname*{__proto__}\constructor`,
  String.raw`\__proto__ \toString \hasOwnProperty`,
  String.raw`\begin{__proto__} x \end{__proto__}`,
  String.raw`\begin{constructor} x \end{constructor}`,
  `x${'\u202e'}\\text{${'\u2066'}moc.elpmaxe.live//:sptth}`,
];

/** A formula that is 159,040 px high. */
const TOO_HIGH = [
  String.raw`\raisebox{-9999em}{x}`,
  String.raw`\lower99em{x}`,
  `${String.raw`\raisebox{9em}{`.repeat(20)}x${'}'.repeat(20)}`,
];

const NAMES =
  /^(?:accent|accentunder|class|columnalign|columnspan|depth|display|displaystyle|fence|form|height|largeop|linethickness|lspace|mathvariant|maxsize|minsize|movablelimits|notation|rowspacing|rowspan|rspace|scriptlevel|separator|stretchy|style|symmetric|voffset|width)$/;

/** The style of an element, without the line colour that WebKit adds where none was named. */
function styleOf(element: Element): string {
  return (element.getAttribute('style') ?? '').replaceAll(/border-\w+-color: currentcolor/g, '');
}

/** Elements and attributes of a formula that are not mathematics. */
function foreignIn(math: Element | undefined): readonly string[] {
  const all = math ? [math, ...math.querySelectorAll('*')] : [];
  return all.flatMap((element) => [
    ...(element.namespaceURI === 'http://www.w3.org/1998/Math/MathML' ? [] : [element.nodeName]),
    ...element.getAttributeNames().filter((name) => !NAMES.test(name)),
    ...(/url|position|color|z-index|transform/.test(styleOf(element)) ? ['style'] : []),
  ]);
}

describe('a formula', () => {
  it('becomes MathML in which text of the model is only text', () => {
    expect(drawFormula('x_1', false)?.outerHTML).to.equal(
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><msub><mi>x</mi><mn>1</mn></msub></math>'.replace(
        / xmlns="[^"]*"/,
        '',
      ),
    );
  });

  for (const latex of TOO_HIGH)
    it(`is not drawn where it would be too high: ${latex.slice(0, 60)}`, () => {
      expect(drawFormula(latex, true)).to.equal(undefined);
    });

  for (const latex of REFUSED)
    it(`is not drawn where it has an error or a forbidden command: ${latex.slice(0, 60)}`, () => {
      expect(drawFormula(latex, true)?.outerHTML).to.equal(undefined);
    });

  for (const latex of [...TAMED, ...ELSEWHERE])
    it(`contains only mathematics: ${latex}`, () => {
      expect(foreignIn(drawFormula(latex, true))).to.deep.equal([]);
      expect(foreignIn(drawFormula(latex, false))).to.deep.equal([]);
    });

  it('is drawn in every notation that models use', async () => {
    const formulas = (await (await fetch(FORMULAS)).text()).trim().split('\n');
    const source = formulas.filter((latex) => !drawFormula(latex, true));
    expect(source.length, source.join('\n')).to.be.at.most(5);
    expect(formulas.flatMap((latex) => foreignIn(drawFormula(latex, true)))).to.deep.equal([]);
  });
});

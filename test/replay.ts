import { PageStory } from './support/page-story.ts';
const [opts, steps, verbose] = [JSON.parse(process.argv[2]!), JSON.parse(process.argv[3]!), process.argv[4]];
const story = new PageStory(opts);
const seen = new Map();
const look = (why) => {
  for (const p of story.world.living) {
    const s = p.conversation.state;
    const text = JSON.stringify([s.id, p.transcript, 'W', s.waiting.map((m) => m.status + ' ' + m.parts[0]?.text), s.status, s.turn, s.draft, p.isAway ? 'away' : '', p.isFrozen ? 'frozen' : '']);
    if (seen.get(p.name) !== text) { seen.set(p.name, text); console.log(story.world.now, why, p.name, text); }
  }
};
const orig = story.world.settle.bind(story.world);
story.world.settle = async () => { for (let i = 0; i < 100; i++) { await undefined; if (verbose) look('  .'); } look('settle'); };
for (const step of steps) { console.log('==', ...step); await story.step(step); }
console.log('== rest'); await story.rest();
console.log([...story.world.area.entries], ...story.world.pages.map((p) => [...p.tab.session.entries]));
for (const back of story.world.living.filter(({ isAway }) => isAway)) {
  console.log('== back to', back.name);
  if (opts.persist === 'session') story.world.shown[0].leave();
  back.show(); await story.rest();
  console.log([...story.world.area.entries].filter(([k]) => k.includes(':m:')).map(([k, v]) => { const r = JSON.parse(v); return JSON.stringify([r.id, r.parent, r.createdAt, r.revision]); }));
}

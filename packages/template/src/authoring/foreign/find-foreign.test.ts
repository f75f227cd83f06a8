import { describe, expect, it } from "vitest";
import { adoptHelpers } from "../../serving/helpers/adopt-helpers.ts";
import { builtInHelpers } from "../../serving/helpers/index.ts";
import { findForeign } from "./find-foreign.ts";

/** What to write instead of each piece; null where our language cannot say it. */
function rewrites(source: string): readonly (string | null)[] {
  return findForeign(source).map(({ text }) => text ?? null);
}

describe("findForeign()", () => {
  it.each([
    // Our own language
    "{{title}} {{a.b}} {{x[0]}} {{items.0.name}} {{a.[b c]}} {{../x}} {{this}} {{.}} {{@index}}",
    "{{upper title}} {{truncate (upper a) 8 ellipsis='x'}} {{default a.b c \"d\"}} {{a-1}} {{a/b}}",
    "{{#if (eq a 1)}}1{{else if b}}2{{else}}3{{/if}} {{#unless a}}1{{^}}2{{/unless}}",
    "{{#if x includeZero=true}}1{{/if}} {{#each xs as |x i|}}{{x.a}}{{i}}{{/each}} {{^x}}1{{/x}}",
    "{{#xs}}{{a}}{{/xs}} {{#with a as |b|}}{{b}}{{/with}} {{{x}}} {{&x}} {{~x~}} {{x}}}",
    '{{> p x a=b}} {{#> p}}{{a}}{{/p}} {{#*inline "x"}}{{a}}{{/inline}} {{! a | b }}{{!-- {{a|b}} --}}',
    "{{{{raw}}}}{{a | b}} ${a.b}{{{{/raw}}}} \\{{a | b}} {{date x 'YYYY-MM-DD HH:mm'}}",
    '{{end}} {{#each xs}}{{end}}{{/each}} {{lookup [a b] "c"}} {{x}} {{null}} {{[a#b]}} {{[@type]}}',
    // Texts
    '{"a": {"b": 1}} {a} {a.b, c.d} f(x) {x} ${HOME} $x {{a}}{b.c}} ${ } {1.5} src/x{a.b} #{a.b} a\\{b.c}',
    "{%%} 100% {a .b} {% no end",
    // Unreadable
    "{{a | }} {{a ? b}} {{upper (a}} {{a[1}} {{a['x'}} {{f(a.b(c} }} {{a # b}} {{(a) b}} {{a..b}}",
    "{{'a'.['b']}} {{'a'(b)}} {{a.b().c}} {{a().d}} {{'a'.b}} {{'a'[0]}} {{(a)(b)}} {{a[*](b)}} {{a[*][*]}} {{a?.()}} {{../}}",
    "{{a | money}} {{a | nothing}} {{a | truncate: 1, 2, 3}} {{a | truncate(size=2)}} {{x | slice: 1, 3}}",
    "{{$node.a}} {{(a ? b : c) | upper}} {{['a']}} {{x == (a ? b : c)}} {{(a ? b : c) ? d : e}}",
    "{{a == \"x\" + 'y'}} {{x | default: 'a\"b\\'c'}} {{a + ['b']}} {{#if a | x}}1{{/if}} {{else if a ==}}",
    "{{user.name x.y}} {{user.name 'x'}} {{x | join: \"'\\\"\"}} {{x ~ [1]}} {{f a}} {{#f a}}{{/f}}",
  ])("finds nothing to rewrite in %s", (source) => {
    expect(rewrites(source)).toEqual([]);
  });

  it.each([
    [
      "{{a[*]}} {{a[].b.c}} {{a[*].b[0]}}",
      "{{join a}}",
      '{{join (pluck a "b.c")}}',
      '{{join (pluck a "b.0")}}',
    ],
    [
      "{{ a['b c'] | upper }} {{[x y] | upper}} {{a['b-c'] || d}}",
      "{{upper a.[b c]}}",
      "{{upper [x y]}}",
      "{{or a.b-c d}}",
    ],
    ["{{a || b || c}} {{a ?? b ?? 1}}", "{{or a b c}}", "{{default a b 1}}"],
    [
      "{{x == -1}} {{x != null}} {{x is not defined}} {{x == true}}",
      "{{eq x -1}}",
      '{{ne x ""}}',
      '{{eq x ""}}',
      "{{eq x true}}",
    ],
    ["{{(a || b) && c}}", "{{and (or a b) c}}"],
    ["%{c} <%= d %> <%= @e.f %>", "{{c}}", "{{d}}", "{{e.f}}"],
    ["{{ $node['A b'].json.x.y }} {{ $('A b').item.json.x }}", "{{x.y}}", "{{x}}"],
    ["={{ $json.x }}", "{{x}}"],
    [
      "{{len .tags}} {{ toJson .user }} {{ upper .a.b }}",
      "{{length tags}}",
      "{{json user}}",
      "{{upper a.b}}",
    ],
    ["{{a.*.b}} {{1.items[].s}}", '{{join (pluck a "b")}}', '{{join (pluck items "s")}}'],
    ["{{default a “none”}} {{default a ‘none’}}", '{{default a "none"}}', '{{default a "none"}}'],
    ["{{now()}}", "{{now}}"],
    ["{{x | truncate(length=20, end='..')}}", '{{truncate x 20 ellipsis=".."}}'],
    [
      "{{x | round}} {{x | round: 2}} {{x|lower}}",
      "{{round x}}",
      "{{round x digits=2}}",
      "{{lower x}}",
    ],
    [
      "{{x | remove: 'a'}} {{x | safe}} {{x | slice: 0, 3}}",
      '{{replace x "a" ""}}',
      "{{x}}",
      "{{slice x 0 3}}",
    ],
    [
      "{{x | prettyJson}} {{x.toISOString()}}",
      "{{json x indent=2}}",
      '{{date x "YYYY-MM-DDTHH:mm:ss.SSS[Z]"}}',
    ],
    [
      "{{x | default('a', true)}} {{trunc 80 .x}} {{contains 'a' .x}}",
      '{{or x "a"}}',
      "{{first x 80}}",
      '{{contains x "a"}}',
    ],
    [
      "{{x.split(',').length}} {{x | replace: '\\n', ' '}}",
      '{{length (split x ",")}}',
      '{{replace x "\n" " "}}',
    ],
    ["{{x | extract: '\\d+'}}", '{{extract x "\\d+"}}'],
    [
      "{{a ? '' : 'no'}} {{a ? 'it\"s' : ''}}",
      "{{#if a}}{{else}}no{{/if}}",
      '{{#if a}}it"s{{/if}}',
    ],
    ["{{'yes' if a}}", "{{#if a}}yes{{/if}}"],
    ["{{x in y}} {{x in ['a']}}", "{{contains y x}}", '{{eq x "a"}}'],
    [
      "{{uppercase x}} {{date x '%H:%M'}} {{sort xs by=$json.a}}",
      "{{upper x}}",
      '{{date x "HH:mm"}}',
      "{{sort xs by=a}}",
    ],
    [
      "{{$json}} {{$json.body}} {{$json.query.q}} {{$now}} {{$.a}}",
      "{{payload}}",
      "{{payload}}",
      "{{query.q}}",
      "{{now}}",
      "{{a}}",
    ],
    ["{{~ x | upper ~}} {{- a ? 'b' : 'c' -}}", "{{~upper x~}}", "{{~#if a}}b{{else}}c{{/if~}}"],
    ["{{{x | upper}}} {{&x | lower}}", "{{upper x}}", "{{lower x}}"],
    [
      "{{#ifEq a b}}1{{/ifEq}}{{#is a 1}}2{{/is}}",
      "{{#if (eq a b)}}1{{/if}}",
      "{{#if (eq a 1)}}2{{/if}}",
    ],
    [
      "{{if a}}x{{/if}} {{#if a}}x{{endif}} {{#else}}",
      "{{#if a}}x{{/if}}",
      "{{#if a}}x{{/if}}",
      "{{else}}",
    ],
    ["{{#foreach xs as k => v}}{{k}}{{v}}{{/foreach}}", "{{#each xs as |v k|}}{{k}}{{v}}{{/each}}"],
    [
      "{{#for xs}}{{a}}{{/for}} {{range $x := xs}}{{$x}}{{end}}",
      "{{#each xs}}{{a}}{{/each}}",
      "{{#each xs as |x|}}{{x}}{{/each}}",
    ],
    [
      "{{#each xs}}{{$json.a}}{{/each}} {{#each xs as |x|}}{{x | upper}}{{/each}}",
      "{{@root.a}}",
      "{{upper x}}",
    ],
    [
      "{% for x in xs %}{{#if y}}{{now}}{{headers.a}}{{/if}}{% for z in x.zs %}{{x}}{{z}}{{y}}{% endfor %}{% endfor %}",
      "{{#each xs as |x|}}{{#if @root.y}}{{now}}{{headers.a}}{{/if}}{{#each x.zs as |z|}}{{x}}{{z}}{{@root.y}}{{/each}}{{/each}}",
    ],
    [
      "{%- if a -%}x{%- endif -%} {%~ if b %}{% set c = 1 %}{% endif %}",
      "{{~#if a~}}x{{~/if~}}",
      null,
    ],
    ["{% endif %} {% set a = 1 %} {% if a | nothing %}", null, null, null],
    ["{{#if a}}{{/each}}{{else if b == 1}} {{if .a}}", "{{else if (eq b 1)}}", "{{#if a}}"],
    ["{{#if a == 1}}{{else if b}}{{/if}} {{else if (eq a 1)}}", "{{#if (eq a 1)}}"],
    ["\\\\{{a | upper}} Hi {a.b}, ${c}, ${D.e}", "{{upper a}}", "{{a.b}}", "{{c}}", "{{D.e}}"],
    ["{{contact.first name}} {{a.b c 2}}", "{{contact.[first name]}}"],
  ])("rewrites %s", (source, ...texts) => {
    expect(rewrites(source)).toEqual(texts);
  });

  it.each([
    ['{{ default "a" .note }}', '{{or note "a"}}', false],
    ["{{ body | safe: 1 }}", null, false],
    ["{{ body | trunc: length }}", "{{first body length}}", true],
    ["{{ .body | trunc .length }}", "{{first body length}}", true],
    ["{{ .body | trunc 5 }}", "{{first body 5}}", false],
    ["{{ x is true }}", "{{eq x true}}", false],
    ["{{ x is y.z }}", null, false],
    ['{{ x is "y" }}', null, false],
    ["{{ x | truncate(length=5) }}", '{{truncate x 5 ellipsis="..."}}', true],
    ['{{ x | truncate(9, ellipsis="") }}', '{{truncate x 9 ellipsis=""}}', true],
    ["{{ x.substring(a, 2) }}", "{{slice x a 2}}", true],
    ["{{ x.substring(2, b) }}", "{{slice x 2 b}}", true],
    ["{{ x is none }}", '{{eq x ""}}', false],
    ["{{ x is not none }}", '{{ne x ""}}', false],
    ["{{ x is string }}", null, false],
    ["{{ x is 5 }}", null, false],
  ])("writes for %s %s", (source, text, isGuess) => {
    const [found] = findForeign(source, builtInHelpers);
    expect(found?.text ?? null).toBe(text);
    expect(found?.isGuess ?? false).toBe(isGuess);
  });

  it("gives the offsets, and whether the piece is in the text", () => {
    expect(findForeign("a {{x | upper}} {b.c}", builtInHelpers)).toEqual([
      { start: 2, end: 15, text: "{{upper x}}", isText: false },
      { start: 16, end: 21, text: "{{b.c}}", isText: true },
    ]);
  });

  it.each([
    "{{a | round}}",
    "{{contact.first name}}",
    "{{#ifEmpty (a | b)}}1{{/ifEmpty}}{{items | map: name}}",
    "{% if a and b or c %}1{% endif %}",
    "{% if a %}{{b | divided_by: 2}}{% endif %}",
    "{{if a}}1{{else if and .b or .c}}2{{end}}{{d + e}}",
    "{{#isEmpty a}}1{{/isEmpty}}{{x | sort}}",
  ])("says that what it writes for %s comes near", (source) => {
    expect(findForeign(source).map(({ isGuess }) => isGuess)).toContain(true);
  });

  it("has the name of a field in quotation marks in what comes near", () => {
    const [join, where, sum] = findForeign(
      "{{ a | map: name | join: ', ' }} {{ a | where: b.c, 'x' | size }} {{ a | sum: n }}",
    );
    const isGuess = true;
    expect(join).toMatchObject({ text: '{{join (pluck a "name") ", "}}', isGuess });
    expect(where).toMatchObject({ text: '{{length (filter a by="b.c" eq="x")}}', isGuess });
    expect(sum).toMatchObject({ text: '{{sum a by="n"}}', isGuess });
  });

  it("takes no date pattern that means nothing here", () => {
    expect(rewrites('{{a | date: "%Q"}} {{formatDate a "[x"}}')).toEqual([]);
  });

  it("leaves the helpers of an integrator alone", () => {
    const { helpers } = adoptHelpers({ range: { arity: [1, 1], call: ([value]) => value } });
    expect(findForeign("{{range a}} {{#range a}}{{/range}}", helpers)).toEqual([]);
  });

  it("stops where our own scanner would refuse the template", () => {
    for (const end of ["{{a", "{{a 'b}}", "{{! a", "{{{{raw}}}}", "{{{a}}"]) {
      expect(rewrites(`{{x | upper}}${end} {{y | upper}}`)).toEqual(["{{upper x}}"]);
    }
  });

  it.each([
    ["{{", 1e6],
    ["{{'", 1e6],
    ["{%", 1e6],
    ["{%", 99_999],
    ["${a", 60_000],
    ["{a.b ", 40_000],
    ["{a.b}", 40_000],
    ["{{x|upper}}", 18_000],
    ["{{#if a}}", 20_000],
    ["{% if a %}", 20_000],
    ["{{#foreach a as b}}{{/foreach}}", 6_000],
    ["{{end}}", 28_000],
    ["\\", 200_000],
  ])("takes bounded time for %s repeated %i times", (text, count) => {
    expect(rewrites(text.repeat(count)).length).toBeLessThanOrEqual(500);
  });

  it.each(["(", "a|b|", "a.", "a?", "a(", "[", "!", "not ", "a-b ", "a=="])(
    "takes bounded time for a tag of nothing but %s",
    (text) => {
      expect(rewrites(`{{${text.repeat(900 / text.length)}}}`)).toEqual([]);
    },
  );
});

it("writes nothing for a block that our language can only say in part", () => {
  for (const part of ["{{b | nothing}}", "{% elif b | nothing %}", "{% for x in xs limit:2 %}"]) {
    expect(rewrites(`{% if a %}${part}{% endif %}`)).toContain(null);
  }
  expect(rewrites("{{if .a}}{{x | nothing}}{{end}}")).toEqual([null]);
});

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// Written by scripts/embed-assets from the files in Assets; change those and run it again.

package enum EmbeddedFiles {
  package static let all: [(path: String, text: StaticString)] = [
    file0,
    file1,
    file2,
    file3,
    file4,
    file5,
    file6,
    file7,
    file8,
    file9,
    file10,
    file11,
    file12,
    file13,
    file14,
    file15,
    file16,
    file17,
    file18,
    file19,
    file20,
    file21,
    file22,
    file23,
    file24,
    file25,
    file26,
    file27,
  ]
}

private let file0: (path: String, text: StaticString) = ("css/pages/00-layers.css", #"""
@layer tokens, base, layout, components, helpers;

"""#)

private let file1: (path: String, text: StaticString) = ("css/pages/01-tokens.css", #"""
/* The design tokens. A page follows the system's scheme unless the person chose one with the switch. */
@layer tokens {
  :root {
    color-scheme: light dark;
    --paper: light-dark(#fafaf8, #12151c);
    --surface: light-dark(#ffffff, #1a1f2a);
    --raised: light-dark(#ffffff, #222835);
    --ink: light-dark(#141a26, #eef1f6);
    --ink-2: light-dark(#4a5365, #b4bccb);
    --ink-3: light-dark(#626b7d, #939db0);
    --line: light-dark(#e4e6ea, #2c3342);
    --line-strong: light-dark(#c6cbd4, #414a5c);
    /* A field's edge must be told from the page: 3:1. */
    --line-field: light-dark(#848c9c, #667087);
    --accent: light-dark(#2b59d9, #8babff);
    --accent-strong: light-dark(#1f46b4, #a8c0ff);
    --on-accent: light-dark(#ffffff, #0b1020);
    --accent-soft: light-dark(#eaf0ff, #1e2a4a);
    --good: light-dark(#1f7a4d, #6bd3a0);
    --good-soft: light-dark(#e7f4ed, #17332a);
    --warn: light-dark(#8a5a00, #f0b95b);
    --warn-soft: light-dark(#fbf2e0, #372c17);
    --bad: light-dark(#b3261e, #ff8f86);
    --bad-soft: light-dark(#fceceb, #3d2022);
    --hover: light-dark(#f1f2f0, #242a37);
    --shadow: 0 1px 2px light-dark(#141a2612, #00000040);
    --shadow-raised: 0 8px 28px light-dark(#141a2626, #00000080), 0 1px 3px light-dark(#141a261a, #00000066);
    --s1: 4px;
    --s2: 8px;
    --s3: 12px;
    --s4: 16px;
    --s5: 24px;
    --s6: 32px;
    --s7: 48px;
    --radius-field: 6px;
    --radius-card: 10px;
    --radius-message: 16px;
    --family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
    --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace;
    --quick: 120ms;
  }

  :root[data-scheme="light"] {
    color-scheme: light;
  }

  :root[data-scheme="dark"] {
    color-scheme: dark;
  }

  @media (prefers-reduced-motion: reduce) {
    :root {
      --quick: 0ms;
    }
  }
}

"""#)

private let file2: (path: String, text: StaticString) = ("css/pages/02-base.css", #"""
@layer base {
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }

  html {
    background: var(--paper);
    color: var(--ink);
    font: 400 14px/20px var(--family);
    font-variant-numeric: tabular-nums;
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
    scroll-padding-top: var(--s5);
  }

  body {
    margin: 0;
    overflow-wrap: break-word;
  }

  h1,
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  figure,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }

  h1 {
    font: 650 28px/36px var(--family);
    letter-spacing: -0.015em;
    text-wrap: balance;
  }

  h2 {
    font: 650 20px/28px var(--family);
    letter-spacing: -0.01em;
  }

  h3,
  legend {
    font: 650 14px/20px var(--family);
  }

  legend {
    padding: 0;
  }

  ul,
  ol {
    list-style: none;
  }

  a {
    color: var(--accent);
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
  }

  a:hover {
    color: var(--accent-strong);
  }

  code,
  pre {
    font: 400 13px/20px var(--mono);
  }

  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }

  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }

  main:focus-visible {
    outline: none;
  }

  [hidden] {
    display: none !important;
  }

  .icon {
    inline-size: 20px;
    block-size: 20px;
    flex: none;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
}

@layer helpers {
  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .quiet {
    color: var(--ink-3);
  }

  .number {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
}

"""#)

private let file3: (path: String, text: StaticString) = ("css/pages/bars.css", #"""
/* Small bars. They are pictures of the number beside them, so they are SVG and need no style attribute. */
@layer components {
  .bar {
    display: block;
    inline-size: 100%;
    block-size: 6px;
    border-radius: 3px;
    background: var(--line);
  }

  .bar rect {
    fill: var(--accent);
  }

  .bar-quiet rect {
    fill: var(--ink-3);
  }

  .bars {
    display: grid;
    gap: var(--s3);
  }

  .bars li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: var(--s1) var(--s3);
  }

  .bars .bar {
    grid-column: 1 / -1;
  }

  .bars-value {
    font-weight: 500;
    text-align: end;
  }
}

"""#)

private let file4: (path: String, text: StaticString) = ("css/pages/buttons.css", #"""
@layer components {
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--s2);
    min-block-size: 36px;
    padding: 7px var(--s3);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-field);
    background: var(--surface);
    color: var(--ink);
    font-weight: 500;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
    transition: background-color var(--quick);
  }

  .button:hover {
    background: var(--hover);
    color: var(--ink);
  }

  .button .icon {
    inline-size: 18px;
    block-size: 18px;
    margin-inline-start: -2px;
  }

  .button-primary {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
  }

  .button-primary:hover {
    border-color: var(--accent-strong);
    background: var(--accent-strong);
    color: var(--on-accent);
  }

  .button-bad {
    border-color: var(--bad);
    color: var(--bad);
  }

  .button-bad:hover {
    background: var(--bad-soft);
    color: var(--bad);
  }

  .button-quiet {
    border-color: transparent;
    background: none;
    color: var(--ink-2);
  }

  .button-small {
    min-block-size: 30px;
    padding: 4px 10px;
    font-size: 13px;
    line-height: 18px;
  }

  .button:disabled {
    opacity: 0.5;
    cursor: default;
  }

  .button-row {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }

  @media (max-width: 640px) {
    .button {
      min-block-size: 44px;
    }

    .button-small {
      min-block-size: 36px;
    }
  }
}

"""#)

private let file5: (path: String, text: StaticString) = ("css/pages/cards.css", #"""
@layer components {
  .card {
    padding: var(--s5);
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
    background: var(--surface);
    box-shadow: var(--shadow);
  }

  .card-head {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: var(--s1) var(--s3);
    margin-block-end: var(--s4);
  }

  .card-head p {
    color: var(--ink-3);
    font-size: 13px;
    line-height: 18px;
  }

  .figures {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
    gap: 1px;
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
    background: var(--line);
    box-shadow: var(--shadow);
  }

  .figure {
    display: flex;
    flex-direction: column;
    gap: var(--s1);
    padding: var(--s4);
    background: var(--surface);
  }

  .figure dt {
    color: var(--ink-2);
    font-size: 13px;
    line-height: 18px;
  }

  .figure dd {
    font: 650 28px/36px var(--family);
    font-variant-numeric: tabular-nums;
    letter-spacing: -0.015em;
  }

  .figure dd.figure-note {
    color: var(--ink-3);
    font: 400 13px/18px var(--family);
    letter-spacing: 0;
  }

  .facts {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: var(--s2) var(--s5);
  }

  .facts dt {
    color: var(--ink-3);
  }

  .snippet {
    padding: var(--s4);
    overflow-x: auto;
    border: 1px solid var(--line);
    border-radius: var(--radius-field);
    background: var(--paper);
    tab-size: 2;
  }

  .snippet pre {
    margin: 0;
  }

  @media (max-width: 640px) {
    .card {
      padding: var(--s4);
    }

    .figures {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }

    .facts {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }

    .facts dd {
      margin-block-end: var(--s3);
    }
  }
}

"""#)

private let file6: (path: String, text: StaticString) = ("css/pages/chips.css", #"""
/* Small labels: a state, a filter that is on or off. */
@layer components {
  .chip {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    padding: 2px 8px;
    border-radius: 99px;
    background: var(--hover);
    color: var(--ink-2);
    font-size: 12px;
    font-weight: 500;
    line-height: 18px;
    white-space: nowrap;
  }

  .chip::before {
    content: "";
    inline-size: 8px;
    block-size: 8px;
    border: 1.5px solid currentcolor;
    border-radius: 50%;
  }

  .chip-running {
    background: var(--good-soft);
    color: var(--good);
  }

  .chip-running::before,
  .chip-good::before {
    background: currentcolor;
  }

  .chip-paused {
    background: var(--warn-soft);
    color: var(--warn);
  }

  .chip-paused::before {
    inline-size: 6px;
    border-block: 0;
    border-radius: 0;
  }

  .chip-finished::before {
    border-radius: 1px;
    background: currentcolor;
  }

  .chip-plain::before {
    display: none;
  }

  .chip-good {
    background: var(--good-soft);
    color: var(--good);
  }

  .chip-warn {
    background: var(--warn-soft);
    color: var(--warn);
  }

  .chip-bad {
    background: var(--bad-soft);
    color: var(--bad);
  }

  .filters {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2);
  }

  .filter {
    display: inline-flex;
    gap: 6px;
    padding: 5px 11px;
    border: 1px solid var(--line-strong);
    border-radius: 99px;
    color: var(--ink-2);
    font-size: 13px;
    font-weight: 500;
    line-height: 18px;
    text-decoration: none;
  }

  .filter:hover {
    background: var(--hover);
    color: var(--ink);
  }

  .filter[aria-current] {
    border-color: var(--accent);
    background: var(--accent-soft);
    color: var(--accent);
  }

  .filter-count {
    color: var(--ink-3);
  }

  .filter[aria-current] .filter-count {
    color: inherit;
  }

  @media (max-width: 640px) {
    .filter {
      padding-block: 9px;
    }
  }
}

"""#)

private let file7: (path: String, text: StaticString) = ("css/pages/empty.css", #"""
/* What belongs here, and the one thing to do next. */
@layer components {
  .empty {
    display: grid;
    justify-items: center;
    gap: var(--s3);
    padding: var(--s7) var(--s5);
    border: 1px dashed var(--line-strong);
    border-radius: var(--radius-card);
    text-align: center;
  }

  .empty p {
    max-inline-size: 52ch;
    color: var(--ink-2);
  }

  .empty-mark {
    inline-size: 48px;
    block-size: 48px;
    fill: var(--line-strong);
  }

  .empty .button {
    margin-block-start: var(--s2);
  }
}

"""#)

private let file8: (path: String, text: StaticString) = ("css/pages/flash.css", #"""
/* A sentence about what was done, and the list of what is wrong. */
@layer components {
  .flash,
  .notice {
    display: flex;
    gap: var(--s3);
    margin-block-end: var(--s4);
    padding: var(--s3) var(--s4);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-card);
    background: var(--surface);
  }

  .notice {
    margin-block-end: 0;
  }

  .flash-good {
    border-color: var(--good);
    background: var(--good-soft);
  }

  .flash-warn {
    border-color: var(--warn);
    background: var(--warn-soft);
  }

  .flash-bad {
    border-color: var(--bad);
    background: var(--bad-soft);
  }

  .flash-good .icon {
    color: var(--good);
  }

  .flash-warn .icon {
    color: var(--warn);
  }

  .flash-bad .icon {
    color: var(--bad);
  }

  .problems {
    padding: var(--s4);
    border: 1px solid var(--bad);
    border-inline-start-width: 4px;
    border-radius: var(--radius-card);
    background: var(--surface);
  }

  .problems h2 {
    margin-block-end: var(--s2);
    font-size: 14px;
    line-height: 20px;
  }

  .problems-warn {
    border-color: var(--warn);
  }

  .problems ul {
    display: grid;
    gap: var(--s1);
  }

  .problems a {
    color: var(--bad);
  }

  .problems-warn a {
    color: var(--warn);
  }
}

"""#)

private let file9: (path: String, text: StaticString) = ("css/pages/forms.css", #"""
/* Forms: label above, hint below, an error in the hint's place. */
@layer components {
  .fields {
    display: grid;
    gap: var(--s4);
  }

  .fields > *,
  .field-row > * {
    min-inline-size: 0;
  }

  .field-row {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(160px, 1fr));
    gap: var(--s4);
  }

  .field {
    display: grid;
    align-content: start;
    gap: var(--s1);
  }

  .field > label,
  .field-label {
    font-weight: 500;
  }

  .field-optional {
    color: var(--ink-3);
    font-weight: 400;
  }

  .input {
    inline-size: 100%;
    min-block-size: 36px;
    padding: 7px 10px;
    border: 1px solid var(--line-field);
    border-radius: var(--radius-field);
    background: var(--surface);
  }

  textarea.input {
    min-block-size: 76px;
    resize: vertical;
    field-sizing: content;
  }

  .input:focus-visible {
    border-color: var(--accent);
    outline-offset: 0;
    outline-width: 2px;
  }

  .input[aria-invalid="true"] {
    border-color: var(--bad);
    box-shadow: inset 0 0 0 1px var(--bad);
  }

  .input::placeholder {
    color: var(--ink-3);
    opacity: 1;
  }

  .hint {
    color: var(--ink-3);
    font-size: 13px;
    line-height: 18px;
  }

  .error {
    color: var(--bad);
    font-size: 13px;
    font-weight: 500;
    line-height: 18px;
  }

  .warning {
    color: var(--warn);
    font-size: 13px;
    line-height: 18px;
  }

  .check {
    display: flex;
    align-items: flex-start;
    gap: var(--s2);
    min-block-size: 24px;
  }

  .check input {
    inline-size: 18px;
    block-size: 18px;
    margin: 1px 0 0;
    flex: none;
    accent-color: var(--accent);
  }

  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }

  .choice {
    position: relative;
    display: inline-flex;
    align-items: center;
    gap: var(--s2);
    min-block-size: 36px;
    padding: 6px var(--s3);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-field);
    background: var(--surface);
    cursor: pointer;
  }

  .choice:hover {
    background: var(--hover);
  }

  .choice:has(:checked) {
    border-color: var(--accent);
    background: var(--accent-soft);
    box-shadow: inset 0 0 0 1px var(--accent);
  }

  .choice:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }

  .choice input {
    margin: 0;
    accent-color: var(--accent);
  }

  .choice input:focus-visible {
    outline: none;
  }

  .section {
    scroll-margin-top: var(--s4);
  }

  .section > h2,
  .section > .card-head {
    margin-block-end: var(--s4);
  }

  .subsection {
    display: grid;
    gap: var(--s3);
    padding-block-start: var(--s4);
    border-block-start: 1px solid var(--line);
  }

  .search {
    display: flex;
    gap: var(--s2);
  }

  .search .input {
    inline-size: 220px;
  }

  @media (max-width: 640px) {
    .input,
    .choice {
      min-block-size: 44px;
      font-size: 16px;
    }

    .search,
    .search .input {
      flex: 1;
    }
  }
}

"""#)

private let file10: (path: String, text: StaticString) = ("css/pages/layout.css", #"""
/* The frame: navigation beside the page, above it where there is little room. */
@layer layout {
  .skip-link {
    position: absolute;
    inset-block-start: -60px;
    inset-inline-start: var(--s4);
    z-index: 20;
    padding: var(--s2) var(--s4);
    border-radius: var(--radius-field);
    background: var(--accent);
    color: var(--on-accent);
  }

  .skip-link:focus {
    inset-block-start: var(--s3);
    color: var(--on-accent);
  }

  .shell {
    display: grid;
    grid-template-columns: 208px minmax(0, 1fr);
    min-block-size: 100vh;
  }

  .shell-bare {
    grid-template-columns: minmax(0, 1fr);
  }

  .side {
    position: sticky;
    inset-block-start: 0;
    display: flex;
    flex-direction: column;
    gap: var(--s5);
    block-size: 100vh;
    padding: var(--s5) var(--s3) var(--s4);
    border-inline-end: 1px solid var(--line);
    background: var(--surface);
  }

  .brand {
    display: flex;
    align-items: center;
    gap: var(--s3);
    padding-inline: var(--s2);
    color: var(--ink);
    text-decoration: none;
  }

  .brand:hover {
    color: var(--ink);
  }

  .brand-mark {
    inline-size: 32px;
    block-size: 32px;
    flex: none;
    fill: var(--accent);
  }

  .brand-words {
    display: grid;
    min-inline-size: 0;
  }

  .brand-name {
    font-weight: 650;
    letter-spacing: -0.01em;
  }

  .brand-app {
    overflow: hidden;
    color: var(--ink-3);
    font-size: 13px;
    line-height: 18px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .side-nav ul {
    display: grid;
    gap: 2px;
  }

  .side-nav a,
  .side-button {
    display: flex;
    align-items: center;
    gap: var(--s3);
    inline-size: 100%;
    min-block-size: 36px;
    padding: var(--s2);
    border: 0;
    border-radius: var(--radius-field);
    background: none;
    color: var(--ink-2);
    font-weight: 500;
    text-decoration: none;
    cursor: pointer;
  }

  .side-nav a:hover,
  .side-button:hover {
    background: var(--hover);
    color: var(--ink);
  }

  .side-nav a[aria-current] {
    background: var(--accent-soft);
    color: var(--accent);
  }

  .side-end {
    display: grid;
    gap: var(--s2);
    margin-block-start: auto;
  }

  .scheme-switch {
    display: flex;
    gap: 2px;
    padding-inline: var(--s1);
  }

  .scheme-switch button {
    display: grid;
    place-items: center;
    inline-size: 32px;
    block-size: 32px;
    padding: 0;
    border: 0;
    border-radius: var(--radius-field);
    background: none;
    color: var(--ink-3);
    cursor: pointer;
  }

  .scheme-switch button:hover {
    background: var(--hover);
    color: var(--ink);
  }

  .scheme-switch button[aria-pressed="true"] {
    background: var(--hover);
    color: var(--ink);
  }

  .main {
    inline-size: 100%;
    max-inline-size: 1120px;
    padding: var(--s5) var(--s6) var(--s7);
  }

  .main-wide {
    max-inline-size: 1440px;
  }

  .shell-bare .main {
    display: grid;
    align-content: center;
    max-inline-size: 480px;
    min-block-size: 100vh;
    margin-inline: auto;
  }

  .trail {
    margin-block-end: var(--s2);
    font-size: 13px;
    line-height: 18px;
  }

  .trail ol {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1) var(--s2);
  }

  .trail li {
    color: var(--ink-3);
  }

  .trail li + li::before {
    content: "/" / "";
    margin-inline-end: var(--s2);
    color: var(--line-strong);
  }

  .trail a {
    color: var(--ink-2);
    text-decoration: none;
  }

  .trail a:hover {
    text-decoration: underline;
  }

  .page-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s3) var(--s4);
    margin-block-end: var(--s5);
  }

  .page-head h1 {
    min-inline-size: 0;
  }

  .page-head-actions {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    margin-inline-start: auto;
  }

  .stack {
    display: grid;
    gap: var(--s5);
  }

  .stack > * {
    min-inline-size: 0;
  }

  @media (max-width: 860px) {
    .shell {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: auto 1fr;
    }

    .side {
      z-index: 10;
      flex-flow: row wrap;
      align-items: center;
      gap: var(--s1) var(--s3);
      block-size: auto;
      padding: var(--s2) var(--s3);
      border-block-end: 1px solid var(--line);
      border-inline-end: 0;
    }

    .brand-mark {
      inline-size: 28px;
      block-size: 28px;
    }

    .side-nav ul {
      display: flex;
    }

    .side-end {
      display: flex;
      align-items: center;
      margin-block-start: 0;
      margin-inline-start: auto;
    }

    .side-button span {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }

    .main {
      padding: var(--s5) var(--s5) var(--s7);
    }
  }

  @media (max-width: 640px) {
    .side {
      position: static;
    }

    .side-nav {
      order: 1;
      inline-size: 100%;
    }

    .side-nav ul {
      display: grid;
      grid-auto-columns: 1fr;
      grid-auto-flow: column;
    }

    .side-nav a {
      justify-content: center;
      gap: var(--s2);
      min-block-size: 44px;
    }

    .scheme-switch button {
      inline-size: 40px;
      block-size: 40px;
    }

    .side-button {
      min-block-size: 40px;
    }

    .main {
      padding: var(--s4) var(--s4) var(--s7);
    }

    .page-head h1 {
      font-size: 24px;
      line-height: 32px;
    }
  }

  @media (max-width: 400px) {
    .side-nav a .icon {
      display: none;
    }
  }
}

"""#)

private let file11: (path: String, text: StaticString) = ("css/pages/menus.css", #"""
/* Menus are `details`, dialogs are popovers: both work without script. */
@layer components {
  .menu {
    position: relative;
  }

  .menu > summary {
    list-style: none;
  }

  .menu > summary::-webkit-details-marker {
    display: none;
  }

  .menu-list {
    position: absolute;
    inset-block-start: calc(100% + 4px);
    inset-inline-end: 0;
    z-index: 5;
    display: grid;
    min-inline-size: 180px;
    padding: var(--s1);
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
    background: var(--raised);
    box-shadow: var(--shadow-raised);
  }

  .menu-list :is(a, button) {
    display: block;
    inline-size: 100%;
    padding: 7px var(--s3);
    border: 0;
    border-radius: var(--radius-field);
    background: none;
    color: var(--ink);
    text-align: start;
    text-decoration: none;
    cursor: pointer;
  }

  .menu-list :is(a, button):hover {
    background: var(--hover);
  }

  .menu-list .menu-bad {
    color: var(--bad);
  }

  .dialog {
    max-inline-size: min(440px, calc(100vw - 32px));
    margin: auto;
    padding: var(--s5);
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
    background: var(--raised);
    color: var(--ink);
    box-shadow: var(--shadow-raised);
  }

  .dialog::backdrop {
    background: light-dark(#141a2673, #00000099);
  }

  .dialog h2 {
    margin-block-end: var(--s2);
  }

  .dialog p {
    color: var(--ink-2);
  }

  .dialog .button-row {
    justify-content: flex-end;
    margin-block-start: var(--s5);
  }

  @media (max-width: 640px) {
    .menu-list :is(a, button) {
      padding-block: var(--s3);
    }
  }
}

"""#)

private let file12: (path: String, text: StaticString) = ("css/pages/status.css", #"""
/* Pages that say one thing: errors, signing in. */
@layer components {
  .status {
    display: grid;
    justify-items: start;
    gap: var(--s3);
    max-inline-size: 56ch;
  }

  .status > p {
    color: var(--ink-2);
  }

  .status .snippet,
  .status form {
    inline-size: 100%;
  }

  .status-mark {
    inline-size: 48px;
    block-size: 48px;
    fill: var(--accent);
  }

  .status > .status-code {
    color: var(--ink-3);
    font-weight: 500;
  }

  .button-wide {
    inline-size: 100%;
    min-block-size: 44px;
  }
}

"""#)

private let file13: (path: String, text: StaticString) = ("css/pages/tables.css", #"""
/* Tables. With `table-folding` each row becomes a block where there is little room; the cells' names come from `data-label`. */
@layer components {
  .table-card {
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
    background: var(--surface);
    box-shadow: var(--shadow);
  }

  .table-scroll {
    overflow-x: auto;
  }

  .table {
    inline-size: 100%;
    border-collapse: collapse;
    font-size: 13px;
    line-height: 18px;
  }

  .table th {
    padding: 10px var(--s3);
    border-block-end: 1px solid var(--line);
    color: var(--ink-3);
    font-weight: 500;
    text-align: start;
    white-space: nowrap;
  }

  .table td,
  .table tbody th {
    padding: var(--s3);
    border-block-end: 1px solid var(--line);
    vertical-align: top;
  }

  .table tbody th {
    color: var(--ink);
    white-space: normal;
  }

  .table tr:last-child > :is(td, th) {
    border-block-end: 0;
  }

  .table thead tr:last-child th {
    border-block-end: 1px solid var(--line);
  }

  .table tbody tr:hover {
    background: var(--hover);
  }

  .table :is(td, th):first-child {
    padding-inline-start: var(--s4);
  }

  .table :is(td, th):last-child {
    padding-inline-end: var(--s4);
  }

  .table th.number,
  .table td.number {
    text-align: end;
  }

  @media (max-width: 760px) {
    .table-folding,
    .table-folding tbody {
      display: block;
    }

    .table-folding thead {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }

    .table-folding tr {
      display: grid;
      gap: var(--s1) var(--s3);
      padding: var(--s4);
      border-block-end: 1px solid var(--line);
    }

    .table-folding tr:last-child {
      border-block-end: 0;
    }

    .table-folding tbody :is(td, th),
    .table-folding tbody :is(td, th):first-child,
    .table-folding tbody :is(td, th):last-child {
      display: block;
      padding: 0;
      border: 0;
      text-align: start;
    }

    .table-folding [data-label]::before {
      content: attr(data-label) ": ";
      color: var(--ink-3);
    }

    .table-folding .cell-empty {
      display: none;
    }
  }
}

"""#)

private let file14: (path: String, text: StaticString) = ("css/pages/tabs.css", #"""
@layer components {
  .tabs {
    display: flex;
    gap: var(--s5);
    margin-block-end: var(--s5);
    overflow-x: auto;
    border-block-end: 1px solid var(--line);
  }

  .tabs a {
    padding-block: var(--s2);
    border-block-end: 2px solid transparent;
    color: var(--ink-2);
    font-weight: 500;
    text-decoration: none;
    white-space: nowrap;
  }

  .tabs a:hover {
    color: var(--ink);
  }

  .tabs a[aria-current] {
    border-color: var(--accent);
    color: var(--accent);
  }

  .tabs a:focus-visible {
    outline-offset: -2px;
  }

  @media (max-width: 640px) {
    .tabs a {
      padding-block: var(--s3);
    }
  }
}

"""#)

private let file15: (path: String, text: StaticString) = ("images/icons.svg", #"""
<svg xmlns="http://www.w3.org/2000/svg">
<symbol id="martlet" viewBox="0 0 24 24"><path d="M.8 9.8 3.7 8.1C4.6 6.7 6.5 6.1 8.2 6.7 9.3 7.1 10.2 7.8 11 8.7 12.9 5.4 16.2 2.9 21.5 1.8 18.6 4.8 17.3 7.8 16.6 10.9 18.7 11 21 11.8 23.2 13.6 21.3 13.3 19.7 13.5 18.4 14.1 19.9 15.9 20.7 18.2 20.5 21.2 18.6 18 16.1 16.3 13 16 8.7 15.6 5 13.9 4.1 10.2z"/></symbol>
<symbol id="campaigns" viewBox="0 0 20 20"><path d="M3 4.5h14v9H9.5L6 16.5v-3H3zM6.5 8h7M6.5 10.5h4"/></symbol>
<symbol id="people" viewBox="0 0 20 20"><circle cx="8" cy="7" r="3"/><path d="M2.5 16.5c0-3 2.4-5 5.5-5s5.5 2 5.5 5M13 4.4a3 3 0 0 1 0 5.2M15.2 12.2c1.5.8 2.3 2.3 2.3 4.3"/></symbol>
<symbol id="phone" viewBox="0 0 20 20"><rect x="5.5" y="2" width="9" height="16" rx="2"/><path d="M9 15.5h2"/></symbol>
<symbol id="settings" viewBox="0 0 20 20"><path d="M3 6h8M15 6h2M3 14h2M9 14h8"/><circle cx="13" cy="6" r="2"/><circle cx="7" cy="14" r="2"/></symbol>
<symbol id="sign-out" viewBox="0 0 20 20"><path d="M8 3H4v14h4M8.5 10H17M14 7l3 3-3 3"/></symbol>
<symbol id="system" viewBox="0 0 20 20"><rect x="2.5" y="4" width="15" height="10" rx="1.5"/><path d="M7 17h6"/></symbol>
<symbol id="light" viewBox="0 0 20 20"><circle cx="10" cy="10" r="3.2"/><path d="M10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1M14.3 14.3l1 1M15.3 4.7l-1 1M5.7 14.3l-1 1"/></symbol>
<symbol id="dark" viewBox="0 0 20 20"><path d="M16 12.3A6.8 6.8 0 0 1 7.7 4a6.5 6.5 0 1 0 8.3 8.3z"/></symbol>
<symbol id="check" viewBox="0 0 20 20"><circle cx="10" cy="10" r="7.5"/><path d="M6.8 10.3l2.2 2.2 4.3-4.7"/></symbol>
<symbol id="warning" viewBox="0 0 20 20"><path d="M10 3l7.5 13.5h-15zM10 8v4M10 14.2v.1"/></symbol>
<symbol id="plus" viewBox="0 0 20 20"><path d="M10 4.5v11M4.5 10h11"/></symbol>
<symbol id="more" viewBox="0 0 20 20"><path d="M5 10h.01M10 10h.01M15 10h.01" stroke-width="2.4"/></symbol>
<symbol id="slideup" viewBox="0 0 20 20"><rect x="4.5" y="2" width="11" height="16" rx="2"/><rect x="6.5" y="12.5" width="7" height="3.5" rx="0.8" fill="currentColor" stroke="none"/></symbol>
<symbol id="modal" viewBox="0 0 20 20"><rect x="4.5" y="2" width="11" height="16" rx="2"/><rect x="6.5" y="6" width="7" height="8" rx="0.8" fill="currentColor" stroke="none"/></symbol>
<symbol id="full" viewBox="0 0 20 20"><rect x="4.5" y="2" width="11" height="16" rx="2" fill="currentColor"/></symbol>
<symbol id="search" viewBox="0 0 20 20"><circle cx="9" cy="9" r="5"/><path d="M13 13l4 4"/></symbol>
<symbol id="trash" viewBox="0 0 20 20"><path d="M4 6h12M8 6V4h4v2M5.5 6l.7 10.5h7.6L14.5 6"/></symbol>
<symbol id="rotate" viewBox="0 0 20 20"><path d="M4 10a6 6 0 0 1 10.5-4M16 10a6 6 0 0 1-10.5 4M14.5 2.5V6H11M5.5 17.5V14H9"/></symbol>
</svg>

"""#)

private let file16: (path: String, text: StaticString) = ("images/martlet.svg", #"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>path{fill:#2b59d9}@media(prefers-color-scheme:dark){path{fill:#8babff}}</style><path d="M.8 9.8 3.7 8.1C4.6 6.7 6.5 6.1 8.2 6.7 9.3 7.1 10.2 7.8 11 8.7 12.9 5.4 16.2 2.9 21.5 1.8 18.6 4.8 17.3 7.8 16.6 10.9 18.7 11 21 11.8 23.2 13.6 21.3 13.3 19.7 13.5 18.4 14.1 19.9 15.9 20.7 18.2 20.5 21.2 18.6 18 16.1 16.3 13 16 8.7 15.6 5 13.9 4.1 10.2z"/></svg>

"""#)

private let file17: (path: String, text: StaticString) = ("js/behaviors/copy.js", #"""
// Copies the text of the element named by data-copy. The button is hidden until this works.
import { register } from "./behaviors.js";

register("copy", (button) => {
  if (!navigator.clipboard) return;
  const label = button.textContent;
  let timer = 0;
  button.hidden = false;
  const copy = async () => {
    const source = document.getElementById(button.dataset.copy);
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    button.textContent = "Copied";
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = label), 2000);
  };
  button.addEventListener("click", copy);
  return () => clearTimeout(timer);
});

"""#)

private let file18: (path: String, text: StaticString) = ("js/behaviors/dismiss-menu.js", #"""
// Closes an open menu on escape, on a press elsewhere, and when focus leaves it.
import { register } from "./behaviors.js";

register("dismiss-menu", (menu) => {
  const pressed = (event) => {
    if (menu.open && !menu.contains(event.target)) menu.open = false;
  };
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
  });
  document.addEventListener("pointerdown", pressed);
  return () => document.removeEventListener("pointerdown", pressed);
});

"""#)

private let file19: (path: String, text: StaticString) = ("js/behaviors/focus-problems.js", #"""
// Moves focus to the list of problems, so that whoever sent the form hears of them first.
import { register } from "./behaviors.js";

register("focus-problems", (summary) => {
  summary.focus();
});

"""#)

private let file20: (path: String, text: StaticString) = ("js/behaviors/scheme-switch.js", #"""
// Changes the colours at once; the server remembers the choice.
import { register } from "./behaviors.js";

register("scheme-switch", (form) => {
  form.addEventListener("submit", (event) => {
    const chosen = event.submitter?.value;
    if (!chosen) return;
    event.preventDefault();
    if (chosen === "system") delete document.documentElement.dataset.scheme;
    else document.documentElement.dataset.scheme = chosen;
    for (const button of form.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button === event.submitter));
    fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form, event.submitter)) });
  });
});

"""#)

private let file21: (path: String, text: StaticString) = ("js/behaviors/search-key.js", #"""
// The key "/" goes to the page's search field.
import { register } from "./behaviors.js";

register("search-key", (field) => {
  const pressed = (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
    field.select();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
});

"""#)

private let file22: (path: String, text: StaticString) = ("js/behaviors/unsaved-kept.js", #"""
// On an error page: what the editor sent just before was not taken, so it is kept for when the editor is open again. Without an error it is
// forgotten by the editor itself.
import { register } from "./behaviors.js";

register("unsaved-kept", (page) => {
  try {
    const kept = JSON.parse(sessionStorage.getItem("martlet.unsaved") ?? "null");
    if (!kept) return;
    // Only the answer to that form, not a page that failed later.
    if (kept.isRefused !== true && kept.path !== location.pathname) return;
    sessionStorage.setItem("martlet.unsaved", JSON.stringify({ ...kept, isRefused: true }));
    page.querySelector("[data-unsaved-note]").hidden = false;
  } catch {
    // No storage here: there is nothing to keep.
  }
});

"""#)

private let file23: (path: String, text: StaticString) = ("js/behaviors.js", #"""
// A behaviour belongs to elements with data-behavior="name other-name". Its function is called when such an element is on the page and may
// return a function that is called when the element has gone.
const behaviors = new Map();
const connected = new Map();

export function register(name, connect) {
  behaviors.set(name, connect);
  if (document.readyState !== "loading") visit(document.documentElement, connectElement);
}

export function start(root) {
  visit(root, connectElement);
  new MutationObserver((changes) => {
    for (const change of changes) {
      for (const node of change.removedNodes) visit(node, disconnectElement);
      for (const node of change.addedNodes) visit(node, connectElement);
    }
  }).observe(root, { childList: true, subtree: true });
}

function visit(node, act) {
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  if (node.dataset?.behavior) act(node);
  for (const element of node.querySelectorAll("[data-behavior]")) act(element);
}

function connectElement(element) {
  if (!element.isConnected) return;
  const own = connected.get(element) ?? new Map();
  for (const name of element.dataset.behavior.split(/\s+/)) {
    const connect = behaviors.get(name);
    if (!connect || own.has(name)) continue;
    own.set(name, connect(element) ?? null);
    connected.set(element, own);
  }
}

function disconnectElement(element) {
  if (element.isConnected) return;
  for (const disconnect of connected.get(element)?.values() ?? []) disconnect?.();
  connected.delete(element);
}

"""#)

private let file24: (path: String, text: StaticString) = ("js/main.js", #"""
// Every page's entry: brings the behaviours, then connects them to what is on the page and to what comes later.
import { start } from "./behaviors.js";
import "./copy.js";
import "./dismiss-menu.js";
import "./focus-problems.js";
import "./scheme-switch.js";
import "./search-key.js";
import "./unsaved-kept.js";

start(document.documentElement);

"""#)

private let file25: (path: String, text: StaticString) = ("templates/frame.mustache", #"""
<!doctype html>
<html lang="en"{{#scheme}} data-scheme="{{scheme}}"{{/scheme}}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{title}}{{^isTitleBare}} · Martlet{{/isTitleBare}}</title>
<link rel="icon" type="image/svg+xml" href="{{favicon}}">
{{#styleSheetPaths}}
<link rel="stylesheet" href="{{.}}">
{{/styleSheetPaths}}
{{#scriptPaths}}
<script type="module" src="{{.}}"></script>
{{/scriptPaths}}
</head>
<body>
<a class="skip-link" href="#main">Skip to the content</a>
<div class="shell{{^isSignedIn}} shell-bare{{/isSignedIn}}">
{{#isSignedIn}}
<header class="side">
  <a class="brand" href="/campaigns"><svg class="brand-mark" viewBox="0 0 24 24" aria-hidden="true"><use href="{{icons}}#martlet"></use></svg><span class="brand-words"><span class="brand-name">Martlet</span>{{#appName}}<span class="brand-app">{{appName}}</span>{{/appName}}</span></a>
  <nav class="side-nav" aria-label="Main">
    <ul>
    {{#items}}
      <li><a href="{{href}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#{{icon}}"></use></svg><span>{{label}}</span></a></li>
    {{/items}}
    </ul>
  </nav>
  <div class="side-end">
    <form class="scheme-switch" method="post" action="/appearance" data-behavior="scheme-switch" aria-label="Colours">
      <input type="hidden" name="csrf" value="{{csrfToken}}">
      {{#schemes}}
      <button name="scheme" value="{{value}}" title="{{label}}" aria-label="{{label}}" aria-pressed="{{#isCurrent}}true{{/isCurrent}}{{^isCurrent}}false{{/isCurrent}}"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#{{icon}}"></use></svg></button>
      {{/schemes}}
    </form>
    <form method="post" action="/sign-out">
      <input type="hidden" name="csrf" value="{{csrfToken}}">
      <button class="side-button"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#sign-out"></use></svg><span>Sign out</span></button>
    </form>
  </div>
</header>
{{/isSignedIn}}
<main id="main" class="main{{#isWide}} main-wide{{/isWide}}" tabindex="-1">
{{#hasTrail}}
<nav class="trail" aria-label="Where you are">
  <ol>
    {{#trail}}
    <li><a href="{{href}}">{{label}}</a></li>
    {{/trail}}
    <li aria-current="page">{{title}}</li>
  </ol>
</nav>
{{/hasTrail}}
{{#flash}}
<div class="flash flash-{{tone}}" role="status"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#{{flashIcon}}"></use></svg><p>{{text}}</p></div>
{{/flash}}
{{{body}}}
</main>
</div>
</body>
</html>

"""#)

private let file26: (path: String, text: StaticString) = ("templates/status/error.mustache", #"""
<div class="status" data-behavior="unsaved-kept">
  <svg class="status-mark" viewBox="0 0 24 24" aria-hidden="true"><use href="{{icons}}#martlet"></use></svg>
  <p class="status-code">{{status}}</p>
  <h1>{{title}}</h1>
  <p>{{text}}</p>
  <p data-unsaved-note hidden>What you typed is not lost: this tab keeps it, and the editor offers it again when you open it here after signing in.</p>
  {{#actionPath}}
  <p><a class="button" href="{{actionPath}}">{{actionLabel}}</a></p>
  {{/actionPath}}
</div>

"""#)

private let file27: (path: String, text: StaticString) = ("templates/status/sign-in.mustache", #"""
<div class="card status">
  <svg class="status-mark" viewBox="0 0 24 24" aria-hidden="true"><use href="{{icons}}#martlet"></use></svg>
  {{#token}}
  <h1>Sign in to Martlet</h1>
  <p>This link works once and signs in this browser.</p>
  <form method="post" action="/sign-in">
    <input type="hidden" name="token" value="{{token}}">
    <button class="button button-primary button-wide">Sign in</button>
  </form>
  {{/token}}
  {{#isRefused}}
  <h1>This link cannot be used</h1>
  <p>A sign-in link works once and for a short time. This one was used already, or it is too old.</p>
  {{/isRefused}}
  {{#isSignedOut}}
  <h1>You are signed out</h1>
  <p>There are no passwords here. The server makes a link that signs you in.</p>
  {{/isSignedOut}}
  {{^token}}
  <p>To get a new link, run this where the server runs, or ask whoever runs it:</p>
  <div class="snippet"><pre><code>martlet sign-in-link</code></pre></div>
  {{/token}}
</div>

"""#)

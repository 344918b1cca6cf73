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
    file28,
    file29,
    file30,
    file31,
    file32,
    file33,
    file34,
    file35,
    file36,
    file37,
    file38,
    file39,
    file40,
    file41,
  ]
}

private let file0: (path: String, text: StaticString) = ("css/console/campaign.css", #"""
/* One campaign: head, summary, decisions. */
@layer components {
  .campaign-title {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2) var(--s3);
    min-inline-size: 0;
  }

  .campaign-title h1 {
    overflow-wrap: anywhere;
  }

  .summary {
    display: flex;
    gap: var(--s3);
    max-inline-size: 90ch;
  }

  .summary .icon {
    color: var(--ink-3);
  }

  .problems-hint {
    border-color: var(--line-field);
  }

  .problems-hint a {
    color: var(--accent);
  }

  .fact-row {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(170px, 1fr));
    gap: var(--s3) var(--s5);
    margin-block-start: var(--s4);
    padding-block-start: var(--s4);
    border-block-start: 1px solid var(--line);
    font-size: 13px;
    line-height: 18px;
  }

  .fact-row dt {
    color: var(--ink-3);
  }

  .fact-row dd {
    overflow-wrap: anywhere;
  }

  .more {
    margin-block-start: var(--s3);
  }

  .more > summary {
    inline-size: fit-content;
    padding-block: 2px;
    color: var(--accent);
    font-weight: 500;
    cursor: pointer;
  }

  .more > :not(summary) {
    margin-block-start: var(--s3);
  }

  .section-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--s2) var(--s4);
    scroll-margin-top: var(--s4);
  }

  #decisions .section-head {
    margin-block-end: var(--s3);
  }

  .decision-table .cell-time {
    white-space: nowrap;
  }

  .decision-table .cell-verdict {
    inline-size: 44%;
  }

  .decision-table .cell-event {
    max-inline-size: 260px;
    overflow-wrap: break-word;
  }

  .decision-table .cell-person {
    overflow-wrap: anywhere;
  }

  .cell-reason {
    margin-inline-start: var(--s2);
    overflow-wrap: anywhere;
  }

  .code {
    font: 400 13px/18px var(--mono);
  }

  .after-table {
    margin-block-start: var(--s3);
  }

  @media (max-width: 760px) {
    .decision-table tr {
      grid-template-columns: auto minmax(0, 1fr);
    }

    .decision-table .cell-verdict {
      grid-column: 1 / -1;
      grid-row: 2;
      inline-size: auto;
    }

    .decision-table .cell-time {
      color: var(--ink-3);
    }

    .decision-table .cell-event {
      grid-column: 1 / -1;
      grid-row: 1;
      max-inline-size: none;
    }

    .decision-table .cell-time,
    .decision-table .cell-person {
      grid-row: 3;
      color: var(--ink-3);
    }

    .decision-table tbody td.cell-person {
      text-align: end;
    }
  }

  @media (max-width: 640px) {
    .fact-row {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }

    .campaign-head .page-head-actions {
      inline-size: 100%;
      margin-inline-start: 0;
    }

    .more > summary {
      padding-block: var(--s3);
    }
  }
}

"""#)

private let file1: (path: String, text: StaticString) = ("css/console/list.css", #"""
@layer components {
  .toolbar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--s3) var(--s4);
    margin-block-end: var(--s4);
  }

  .cell-name {
    min-inline-size: 220px;
  }

  .name-cell {
    display: flex;
    gap: var(--s3);
    font-weight: 400;
  }

  .cell-name .icon {
    color: var(--ink-3);
  }

  .cell-name a {
    color: var(--ink);
    font-size: 14px;
    font-weight: 650;
    line-height: 20px;
    text-decoration: none;
  }

  .cell-name a:hover {
    text-decoration: underline;
  }

  .cell-name p {
    color: var(--ink-2);
    overflow-wrap: anywhere;
  }

  .cell-name .mark {
    display: flex;
    gap: var(--s1);
    margin-block-start: var(--s1);
    color: var(--warn);
    font-size: 13px;
    line-height: 18px;
  }

  .cell-name .mark-bad {
    color: var(--bad);
  }

  .cell-name .mark .icon {
    flex: none;
    inline-size: 16px;
    block-size: 16px;
    margin-block-start: 1px;
    color: inherit;
  }

  .cell-name .mark a {
    color: inherit;
    font-size: inherit;
    font-weight: 500;
    line-height: inherit;
    text-decoration: underline;
  }

  .cell-count {
    min-inline-size: 96px;
    white-space: nowrap;
  }

  .cell-count .bar {
    margin-block-start: 6px;
  }

  .cell-dates {
    max-inline-size: 150px;
  }

  .cell-actions {
    inline-size: 1%;
  }

  .cell-actions .menu {
    margin-block: -6px;
  }

  .cell-actions .dialog {
    font-size: 14px;
    line-height: 20px;
    text-align: start;
  }

  @media (max-width: 1100px) {
    .campaign-table .cell-priority,
    .campaign-table thead th:nth-child(3) {
      display: none;
    }
  }

  @media (max-width: 760px) {
    .campaign-table tr {
      position: relative;
      grid-template-columns: 1fr 1fr;
      gap: var(--s2) var(--s4);
      align-items: center;
    }

    .campaign-table .cell-name {
      grid-column: 1 / -1;
      padding-inline-end: 44px;
    }

    .campaign-table .cell-actions {
      position: absolute;
      inset-block-start: var(--s3);
      inset-inline-end: var(--s3);
      inline-size: auto;
    }

    .campaign-table .cell-actions .menu {
      margin-block: 0;
    }

    .campaign-table .cell-dates {
      max-inline-size: none;
      text-align: end;
    }

    .campaign-table .cell-dates::before {
      display: none;
    }

    .campaign-table tbody td.cell-count {
      text-align: start;
    }
  }
}

"""#)

private let file2: (path: String, text: StaticString) = ("css/console/people.css", #"""
/* People: the list, and one person with devices and timeline. */
@layer components {
  .people-table .cell-person {
    font-size: 14px;
    overflow-wrap: anywhere;
  }

  .person-facts .fact-row {
    margin: 0;
    padding: 0;
    border: 0;
  }

  .attribute-note {
    display: block;
  }

  .person-devices {
    display: grid;
    gap: var(--s4);
  }

  .person-devices li {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    justify-content: space-between;
    gap: var(--s2) var(--s4);
  }

  .person-devices li > div {
    flex: 1 1 240px;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  .person-hint {
    margin-block-start: var(--s4);
  }

  .timeline-day {
    margin-block-start: var(--s4);
  }

  .timeline-day h3 {
    margin-block-end: var(--s2);
    color: var(--ink-2);
  }

  .timeline-entry {
    display: grid;
    grid-template-columns: 72px minmax(0, 1fr);
    gap: var(--s1) var(--s3);
    padding: var(--s3) var(--s4);
    border-block-end: 1px solid var(--line);
    font-size: 13px;
    line-height: 20px;
  }

  .timeline-entry:last-child {
    border-block-end: 0;
  }

  .timeline-time {
    color: var(--ink-3);
  }

  .timeline-what {
    overflow-wrap: anywhere;
  }

  .timeline-title {
    font-weight: 500;
  }

  .timeline-detail {
    color: var(--ink-2);
  }

  .timeline-more {
    margin-block-start: var(--s1);
  }

  .candidates {
    display: grid;
    gap: var(--s3);
  }

  .candidate {
    padding-inline-start: var(--s3);
    border-inline-start: 2px solid var(--line-strong);
  }

  .candidate-values {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--s4);
    color: var(--ink-3);
  }

  .candidate-values div {
    display: flex;
    gap: var(--s1);
  }

  .candidate-values dt::after {
    content: ":";
  }

  .candidate-values dd {
    color: var(--ink);
    font-family: var(--mono);
  }

  #timeline .after-table:not(:has(a)) {
    display: none;
  }

  @media (max-width: 640px) {
    .timeline-entry {
      grid-template-columns: minmax(0, 1fr);
    }
  }
}

"""#)

private let file3: (path: String, text: StaticString) = ("css/console/report.css", #"""
/* What a campaign did. */
@layer components {
  .figures-six {
    grid-template-columns: repeat(6, minmax(0, 1fr));
  }

  .range-note {
    margin-block-start: calc(-1 * var(--s3));
    color: var(--ink-3);
    font-size: 13px;
    line-height: 18px;
  }

  .quiet-range {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: var(--s2) var(--s4);
  }

  .columns {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    align-items: start;
    gap: var(--s5);
  }

  .bars-note {
    grid-column: 1 / -1;
    color: var(--ink-3);
    font-size: 13px;
    line-height: 18px;
  }

  .bars-value .quiet {
    font-weight: 400;
  }

  .chart-readout {
    margin-inline-start: auto;
    min-block-size: 18px;
  }

  .card-head .chart-readout {
    color: var(--ink);
  }

  .chart-rows {
    display: grid;
    gap: var(--s3);
  }

  .chart-row {
    display: grid;
    grid-template-columns: 96px minmax(0, 1fr);
    gap: var(--s3);
  }

  .chart-name {
    display: grid;
    align-content: end;
    color: var(--ink-2);
    font-size: 13px;
    line-height: 18px;
  }

  .chart-total {
    color: var(--ink);
    font-weight: 650;
  }

  .chart-plot {
    position: relative;
    border-block: 1px solid var(--line);
    border-block-end-color: var(--line-strong);
  }

  .chart-top {
    position: absolute;
    inset-block-start: -1px;
    inset-inline-end: calc(100% + var(--s2));
    color: var(--ink-3);
    font-size: 12px;
    line-height: 14px;
    white-space: nowrap;
  }

  .chart-bars {
    display: block;
    inline-size: 100%;
    block-size: 64px;
  }

  .chart-row:first-child .chart-bars {
    block-size: 112px;
  }

  .chart-accent rect {
    fill: var(--accent);
  }

  .chart-good rect {
    fill: var(--good);
  }

  .chart-quiet rect {
    fill: var(--ink-3);
  }

  .chart-bars .chart-cursor {
    fill: var(--ink);
    opacity: 0.08;
  }

  .chart-axis {
    display: flex;
    grid-column: 2;
    justify-content: space-between;
    color: var(--ink-3);
    font-size: 12px;
    line-height: 16px;
  }

  .chart .table-scroll {
    max-block-size: 320px;
    overflow-y: auto;
  }

  @media (max-width: 1100px) {
    .figures-six {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
  }

  @media (max-width: 760px) {
    .columns {
      grid-template-columns: minmax(0, 1fr);
    }

    .chart-row {
      grid-template-columns: minmax(0, 1fr);
      gap: 2px;
    }

    .chart-name {
      display: flex;
      gap: var(--s2);
    }

    .chart-top {
      inset-block: auto calc(100% + 4px);
      inset-inline-end: 0;
    }

    .chart-axis {
      grid-column: 1;
    }

    .chart-readout {
      inline-size: 100%;
    }
  }

  @media (max-width: 640px) {
    .figures-six {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
}

"""#)

private let file4: (path: String, text: StaticString) = ("css/console/settings.css", #"""
/* Keys and how to connect an app. */
@layer components {
  .created-key {
    border-color: var(--good);
  }

  .created-key:focus-visible {
    outline-offset: 2px;
  }

  .created-key h2 {
    margin-block-end: var(--s1);
  }

  .copy-row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2) var(--s3);
    margin-block-start: var(--s3);
  }

  .secret {
    padding: var(--s2) var(--s3);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-field);
    background: var(--paper);
    overflow-wrap: anywhere;
    user-select: all;
  }

  .key-table {
    margin-block-start: calc(-1 * var(--s2));
  }

  .key-table tbody th {
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  .key-table .cell-actions .button {
    margin-block: -6px;
    white-space: nowrap;
  }

  .key-table .dialog .button {
    margin-block: 0;
    white-space: normal;
  }

  .key-form {
    max-inline-size: 560px;
  }

  .cap {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 2fr) minmax(0, 3fr) auto;
    align-items: start;
    gap: var(--s2) var(--s4);
  }

  /* In line with the fields, below their labels. */
  .cap-remove {
    margin-block-start: 28px;
  }

  .check-hint {
    display: block;
  }

  .revoked {
    display: grid;
    gap: var(--s2);
  }

  @media (max-width: 760px) {
    .cap {
      grid-template-columns: minmax(0, 1fr);
      padding-block-end: var(--s3);
      border-block-end: 1px solid var(--line);
    }

    .cap-remove {
      justify-self: start;
      margin-block-start: 0;
    }

    .key-table tr {
      padding-inline: 0;
    }

    .key-table .cell-actions {
      margin-block-start: var(--s2);
      inline-size: auto;
    }

    .key-table .cell-actions .button {
      margin-block: 0;
    }
  }
}

"""#)

private let file5: (path: String, text: StaticString) = ("css/editor/form.css", #"""
/* The editor's form: what does not apply is not shown, by the page's own rules and so without script too. */
@layer components {
  .editor {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(300px, 400px);
    gap: var(--s5) var(--s6);
    align-items: start;
  }

  .editor-form {
    display: grid;
    gap: var(--s4);
    min-inline-size: 0;
  }

  .editor .editor-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: flex-start;
    gap: var(--s2) var(--s3);
    margin: 0;
  }

  .editor .section > h2 {
    margin: 0;
  }

  /* What can be done stays in reach, however long the form is. */
  .editor-bar {
    position: sticky;
    inset-block-end: 0;
    z-index: 4;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--s2) var(--s4);
    margin-block-end: calc(-1 * var(--s4));
    padding: var(--s3) 0 var(--s4);
    border-block-start: 1px solid var(--line);
    background: var(--paper);
  }

  .editor-verdict {
    flex: 1 1 180px;
    color: var(--ink-2);
    font-size: 13px;
    line-height: 18px;
  }

  html:has(.editor) {
    scroll-padding-block-end: 96px;
  }

  .editor .field-row {
    align-items: start;
  }

  .kinds {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
    gap: var(--s2);
    margin-block-start: var(--s1);
  }

  .kind-choice {
    align-items: flex-start;
    padding-block: var(--s3);
  }

  .kind-choice input {
    margin-block-start: 3px;
  }

  .kind-choice > span {
    display: grid;
    gap: 2px;
  }

  .kind-name {
    font-weight: 500;
  }

  .kind-choice:has(:checked) .hint {
    color: var(--ink-2);
  }

  /* Kinds. What another kind uses is kept out of sight, and comes back with it; but what is wrong is never hidden. */
  .editor:has([name="kind"][value="slideup"]:checked) [data-kinds]:not([data-kinds~="slideup"], :has([aria-invalid="true"])),
  .editor:has([name="kind"][value="modal"]:checked) [data-kinds]:not([data-kinds~="modal"], :has([aria-invalid="true"])),
  .editor:has([name="kind"][value="modal_image"]:checked) [data-kinds]:not([data-kinds~="modal_image"], :has([aria-invalid="true"])),
  .editor:has([name="kind"][value="full"]:checked) [data-kinds]:not([data-kinds~="full"], :has([aria-invalid="true"])),
  .editor:has([name="kind"][value="full_image"]:checked) [data-kinds]:not([data-kinds~="full_image"], :has([aria-invalid="true"])),
  .editor:has([name="kind"][value="html"]:checked) [data-kinds]:not([data-kinds~="html"], :has([aria-invalid="true"])),
  .editor:has([name="kind"][value="control"]:checked) [data-kinds]:not([data-kinds~="control"], :has([aria-invalid="true"])) {
    display: none;
  }

  .colours:has([name$="dark_is_light"]:checked) .colour-dark,
  .action:has(option:is([value="close"], [value="kept"]):checked) .action-url,
  .closing:has(option[value="user"]:checked) .close-seconds,
  .trigger-line:not(:has([name$=".kind"] option:is([value="custom_event"], [value="purchase"], [value="push_click"]):checked)) .trigger-name,
  .trigger:not(:has(> .trigger-line [name$=".kind"] option:is([value="custom_event"], [value="purchase"], [value="any_purchase"]):checked)) > .trigger-filter,
  .trigger:not(:has(> .trigger-line [name$=".kind"] option:is([value="session_start"], [value="custom_event"], [value="purchase"], [value="any_purchase"], [value="push_click"]):checked)) > .trigger-count,
  .trigger:not(:has(> .trigger-line [name$=".kind"] option:is([value="all"], [value="any"]):checked)) > .trigger-parts,
  .trigger:not(:has(> .trigger-line [name$=".kind"] option[value="kept"]:checked)) > .kept-trigger,
  .trigger:not(:has(> .trigger-line [name$=".kind"] option[value="all"]:checked)):not(:has(> .trigger-count [name$=".count"] option:not([value=""]):checked)) > .trigger-window,
  .trigger:has(> .trigger-line [name$=".kind"] option:is([value=""], [value="any"], [value="kept"]):checked) > .trigger-window,
  .trigger-count:has([name$=".count"] option[value=""]:checked) .trigger-times,
  .trigger-window:not(:has([name$=".window"] option[value="last"]:checked)) .trigger-span,
  .editor:has([name="clock"] option[value="utc"]:checked) .times-local,
  .editor:has([name="clock"] option[value="device"]:checked) .times-utc,
  .again:not(:has([name="again"] option[value="after"]:checked)) .again-after,
  .condition:has(option:is([value^="boolean:"], [value^="any:"]):checked) .field-value {
    display: none;
  }

  .fold > summary {
    inline-size: fit-content;
    border-radius: var(--radius-field);
    color: var(--accent);
    font-weight: 500;
    cursor: pointer;
  }

  .fold-words {
    color: var(--ink-3);
    font-weight: 400;
  }

  .fold[open] > summary .fold-words {
    display: none;
  }

  .fold > .fields {
    margin-block-start: var(--s3);
  }

  .duration,
  .cap {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: var(--s2);
    align-items: start;
  }

  .duration > .field:last-child {
    margin-block-start: 26px;
  }

  .cap {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto;
  }

  .cap > .kept {
    grid-column: 1 / 3;
  }

  .trigger-parts {
    display: grid;
    gap: var(--s3);
  }

  .trigger-parts > .trigger {
    padding: var(--s3);
  }

  .colours {
    display: grid;
    gap: var(--s2);
    margin-block-start: var(--s3);
  }

  .fitted {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 200px), 1fr));
    gap: var(--s4);
    align-items: start;
  }

  .note {
    padding: var(--s3) var(--s4);
    border-radius: var(--radius-field);
    background: var(--hover);
    color: var(--ink-2);
  }

  .with-lines {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 150px;
    gap: var(--s3);
    align-items: start;
  }

  .editor:has([name="kind"][value="slideup"]:checked) .with-lines {
    grid-template-columns: minmax(0, 1fr);
  }

  .capabilities {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr));
    gap: var(--s2) var(--s4);
  }

  .code-area {
    font-family: var(--mono);
    font-size: 13px;
    line-height: 18px;
    tab-size: 2;
    white-space: pre;
    overflow-x: auto;
  }

  .colour-head,
  .colour-row {
    display: grid;
    grid-template-columns: minmax(84px, 130px) minmax(0, 1fr) minmax(0, 1fr);
    gap: var(--s1) var(--s2);
    align-items: center;
  }

  .colour-head {
    color: var(--ink-3);
    font-size: 13px;
    line-height: 18px;
  }

  .colour-row > :is(.error, .warning) {
    grid-column: 2 / -1;
  }

  .colour {
    position: relative;
    display: flex;
    min-inline-size: 0;
  }

  .colour-swatch {
    position: absolute;
    inset-block-start: 6px;
    inset-inline-start: 6px;
    inline-size: 24px;
    block-size: 24px;
    padding: 0;
    border: 1px solid var(--line-field);
    border-radius: 4px;
    background: none;
    cursor: pointer;
  }

  .colour-swatch::-webkit-color-swatch-wrapper {
    padding: 0;
  }

  .colour-swatch::-webkit-color-swatch {
    border: 0;
    border-radius: 3px;
  }

  .colour-unset .colour-swatch::-webkit-color-swatch {
    visibility: hidden;
  }

  .colour-unset .colour-swatch {
    background: linear-gradient(to top right, transparent calc(50% - 1px), var(--line-field) calc(50% - 1px) calc(50% + 1px), transparent calc(50% + 1px));
  }

  .colour:has(.colour-swatch:not([hidden])) .input {
    padding-inline: 38px 26px;
  }

  .colour-clear {
    position: absolute;
    inset-block: 6px;
    inset-inline-end: 4px;
    inline-size: 24px;
    border: 0;
    border-radius: 4px;
    background: none;
    color: var(--ink-3);
    cursor: pointer;
  }

  .colour-clear:hover {
    background: var(--hover);
    color: var(--ink);
  }

  .button-parts {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s4);
  }

  fieldset.subsection {
    padding: var(--s4);
    border: 1px solid var(--line);
    border-radius: var(--radius-field);
  }

  fieldset.subsection > legend {
    padding-inline: var(--s1);
    margin-inline-start: calc(-1 * var(--s1));
  }

  .trigger {
    display: grid;
    gap: var(--s3);
    padding: var(--s4);
    border: 1px solid var(--line);
    border-radius: var(--radius-field);
    scroll-margin-top: var(--s4);
  }

  .trigger-line {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto;
    gap: var(--s3);
    align-items: start;
  }

  .trigger-line:not(:has([name$=".kind"] option:is([value="custom_event"], [value="purchase"], [value="push_click"]):checked)) > .field {
    grid-column: span 2;
  }

  .trigger-line:not(:has(.row-remove)) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  .trigger-filter {
    display: grid;
    gap: var(--s3);
  }

  .condition,
  .extra {
    display: grid;
    grid-template-columns: minmax(0, 1.2fr) minmax(0, 1.1fr) minmax(0, 1fr) auto;
    gap: var(--s2);
    align-items: start;
  }

  .extra {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1.4fr) auto;
  }

  .condition .row-remove {
    grid-column: 4;
  }

  .row-remove {
    margin-block-start: 27px;
  }

  .field-value textarea.input {
    min-block-size: 36px;
    resize: none;
  }

  .trigger-end {
    align-items: end;
    justify-content: space-between;
  }

  .match .field {
    grid-auto-flow: column;
    align-items: center;
    gap: var(--s2);
  }

  .match .field label {
    color: var(--ink-3);
    font-size: 13px;
    font-weight: 400;
  }

  .conflict-end {
    margin-block-start: var(--s3);
  }

  @media (max-width: 640px) {
    .trigger-line,
    .trigger-line:not(:has(.row-remove)) {
      grid-template-columns: minmax(0, 1fr);
    }

    .editor .trigger-line > .field {
      grid-column: auto;
    }

    .condition,
    .extra {
      grid-template-columns: minmax(0, 1fr);
      padding-block-end: var(--s3);
      border-block-end: 1px solid var(--line);
    }

    .condition .row-remove {
      grid-column: auto;
    }

    .cap {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }

    .trigger-parts > .trigger {
      padding-inline: var(--s2);
    }

    .row-remove {
      justify-self: start;
      margin-block-start: 0;
    }

    .with-lines {
      grid-template-columns: minmax(0, 1fr);
    }

    .colour-head,
    .colour-row {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }

    .colour-head > :first-child {
      display: none;
    }

    .colour-name {
      grid-column: 1 / -1;
    }

    .colour-row > :is(.error, .warning) {
      grid-column: 1 / -1;
    }

    .colour-swatch {
      inset-block-start: 10px;
    }
  }
}

"""#)

private let file6: (path: String, text: StaticString) = ("css/editor/preview.css", #"""
/* The preview: a drawn device at true proportions, as large as the room allows. */
@layer components {
  .editor-preview {
    position: sticky;
    inset-block-start: var(--s4);
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s3);
    min-inline-size: 0;
    max-block-size: calc(100vh - 2 * var(--s4));
    padding: var(--s4);
    overflow-y: auto;
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
    background: var(--surface);
    box-shadow: var(--shadow);
  }

  .preview-title {
    font-size: 14px;
    line-height: 20px;
    letter-spacing: 0;
  }

  .switches {
    display: grid;
    gap: 6px;
  }

  .switch {
    display: grid;
    grid-template-columns: 68px minmax(0, 1fr);
    align-items: center;
    gap: var(--s2);
  }

  .switch-name {
    color: var(--ink-3);
    font-size: 13px;
    line-height: 18px;
  }

  .switch-options {
    display: flex;
    padding: 2px;
    border-radius: var(--radius-field);
    background: var(--hover);
  }

  .switch-select {
    min-block-size: 30px;
    padding-block: 3px;
  }

  .further > summary {
    font-size: 13px;
    line-height: 18px;
  }

  .further > .switches {
    margin-block-start: 6px;
  }

  .flags {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
    gap: 2px var(--s3);
    font-size: 13px;
    line-height: 20px;
  }

  .flags .check {
    align-items: center;
  }

  .switch-option {
    position: relative;
    flex: 1 1 auto;
    cursor: pointer;
  }

  .switch-option > span {
    display: block;
    padding: 3px 6px;
    border-radius: 5px;
    color: var(--ink-2);
    font-size: 12px;
    font-weight: 500;
    line-height: 18px;
    text-align: center;
    white-space: nowrap;
  }

  .switch-option:hover > span {
    color: var(--ink);
  }

  .switch-option input:checked + span {
    background: var(--surface);
    box-shadow: 0 0 0 1px var(--line-strong);
    color: var(--ink);
  }

  .switch-option input:focus-visible + span {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }

  .device-place {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    justify-items: center;
    min-block-size: 200px;
    overflow: clip;
    overflow-clip-margin: 24px;
  }

  .device {
    --width: 430;
    --height: 932;
    --bezel: 10;
    --scale: 0.62;
    --corner: 54;
    position: relative;
    inline-size: calc((var(--width) + 2 * var(--bezel)) * var(--scale) * 1px);
    block-size: calc((var(--height) + 2 * var(--bezel)) * var(--scale) * 1px);
    overflow: hidden;
    border-radius: calc((var(--corner) + var(--bezel)) * var(--scale) * 1px);
    background: #0b0e14;
    box-shadow: 0 0 0 1px var(--line-strong), var(--shadow-raised);
  }

  .device[data-device="small"] { --width: 375; --height: 667; --corner: 26; --scale: 0.8; }
  .device[data-device="tablet"] { --width: 834; --height: 1194; --corner: 26; --bezel: 18; --scale: 0.4; }
  .device[data-orientation="landscape"] { --width: 932; --height: 430; --scale: 0.38; }
  .device[data-device="small"][data-orientation="landscape"] { --width: 667; --height: 375; --scale: 0.52; }
  .device[data-device="tablet"][data-orientation="landscape"] { --width: 1194; --height: 834; --scale: 0.29; }

  .device-screen {
    position: absolute;
    inset-block-start: calc(var(--bezel) * var(--scale) * 1px);
    left: calc(var(--bezel) * var(--scale) * 1px);
    inline-size: calc(var(--width) * 1px);
    block-size: calc(var(--height) * 1px);
    overflow: hidden;
    border-radius: calc(var(--corner) * 1px);
    background: #f4f5f7;
    transform: scale(var(--scale));
    transform-origin: 0 0;
  }

  .device[data-scheme="dark"] .device-screen {
    background: #0e1118;
  }

  /* An app that says nothing, so that the message does. */
  .device-app {
    position: absolute;
    inset: 0;
    display: grid;
    grid-auto-rows: min-content;
    gap: 18px;
    padding: 84px 24px 40px;
  }

  .device-app span {
    block-size: 92px;
    border-radius: 14px;
    background: #e7e9ee;
  }

  .device-app span:first-child {
    inline-size: 46%;
    block-size: 30px;
    border-radius: 8px;
    background: #dcdfe6;
  }

  .device[data-scheme="dark"] .device-app span {
    background: #1a1f2a;
  }

  .device[data-scheme="dark"] .device-app span:first-child {
    background: #242b39;
  }

  .device-scene {
    position: absolute;
    inset: 0;
  }

  .device-keyboard {
    --keyboard: 346;
    position: absolute;
    inset: auto 0 0;
    block-size: calc(var(--keyboard) * 1px);
    display: none;
    border-block-start: 1px solid #c9ccd3;
    background:
      repeating-linear-gradient(to right, transparent 0 6px, #ffffff 6px calc(10% - 2px), transparent calc(10% - 2px) 10%) 0 12px / 100% 40px no-repeat,
      repeating-linear-gradient(to right, transparent 0 6px, #ffffff 6px calc(10% - 2px), transparent calc(10% - 2px) 10%) 0 64px / 100% 40px no-repeat,
      repeating-linear-gradient(to right, transparent 0 6px, #ffffff 6px calc(10% - 2px), transparent calc(10% - 2px) 10%) 0 116px / 100% 40px no-repeat,
      #d6d9e0;
  }

  .device[data-scheme="dark"] .device-keyboard {
    border-color: #3a4050;
    background: #2a3040;
  }

  .device[data-keyboard] .device-keyboard {
    display: block;
  }

  .device[data-orientation="landscape"] .device-keyboard { --keyboard: 219; }
  .device[data-device="small"] .device-keyboard { --keyboard: 260; }
  .device[data-device="small"][data-orientation="landscape"] .device-keyboard { --keyboard: 200; }
  .device[data-device="tablet"] .device-keyboard { --keyboard: 320; }
  .device[data-device="tablet"][data-orientation="landscape"] .device-keyboard { --keyboard: 408; }

  /* Laid out to be measured, never seen. */
  .probes {
    position: fixed;
    inset: 0 auto auto 0;
    inline-size: 0;
    block-size: 0;
    overflow: hidden;
    visibility: hidden;
    contain: strict;
  }

  .probes div {
    position: relative;
  }

  .findings {
    display: grid;
    gap: var(--s1);
    padding: 0;
    list-style: none;
    color: var(--ink-2);
    font-size: 13px;
    line-height: 18px;
  }

  .findings[hidden] {
    display: none;
  }

  .findings a {
    color: var(--warn);
  }

  .preview-ends {
    justify-content: center;
  }

  .to-preview {
    display: none;
  }

  .preview-notice {
    color: var(--ink-2);
    font-size: 13px;
    line-height: 18px;
    text-align: center;
  }

  .preview-notice:empty {
    display: none;
  }

  .review {
    display: grid;
    gap: var(--s4);
  }

  .review-sentence {
    padding-inline-start: var(--s4);
    border-inline-start: 3px solid var(--accent);
    font-size: 16px;
    line-height: 24px;
    text-wrap: pretty;
  }

  .checks {
    display: grid;
    gap: var(--s2);
  }

  .check-line {
    display: flex;
    align-items: flex-start;
    gap: var(--s2);
  }

  .check-line > div {
    min-inline-size: 0;
  }

  .check-line .icon { color: var(--good); }
  .check-warn .icon, .check-warn a { color: var(--warn); }
  .check-bad .icon, .check-bad a { color: var(--bad); }

  @media (max-width: 1000px) {
    .editor {
      grid-template-columns: minmax(0, 1fr);
    }

    .editor-preview {
      position: static;
      max-block-size: none;
      scroll-margin-block-start: var(--s4);
    }

    .to-preview {
      display: inline-flex;
    }
  }

  @media (max-width: 640px) {
    /* The way back is at the top of the page too. */
    .editor-bar a.button:not(.to-preview) {
      display: none;
    }

    .switch-option > span {
      padding-block: 9px;
    }
  }
}

"""#)

private let file7: (path: String, text: StaticString) = ("js/behaviors/chart-values.js", #"""
// Shows the numbers of the column under the pointer; they come from the table behind the chart.
import { register } from "./behaviors.js";

const SVG = "http://www.w3.org/2000/svg";

export function columnAt(x, width, count) {
  return Math.min(count - 1, Math.max(0, Math.floor((x / width) * count)));
}

export function readout(names, cells) {
  const [time, ...values] = cells;
  return `${time}: ${values.map((value, index) => `${value} ${names[index].toLowerCase()}`).join(", ")}`;
}

register("chart-values", (chart) => {
  const plots = [...chart.querySelectorAll(".chart-bars")];
  const place = chart.querySelector(".chart-readout");
  const names = [...chart.querySelectorAll("thead th")].slice(1).map((cell) => cell.textContent);
  const rows = [...chart.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent));
  const cursors = plots.map((plot) => {
    const cursor = document.createElementNS(SVG, "rect");
    cursor.classList.add("chart-cursor");
    for (const [name, value] of [["y", 0], ["width", 10], ["height", 100]]) cursor.setAttribute(name, value);
    return cursor;
  });
  const hide = () => {
    place.textContent = "";
    for (const cursor of cursors) cursor.remove();
  };
  for (const plot of plots) {
    plot.addEventListener("pointermove", (event) => {
      const box = plot.getBoundingClientRect();
      const index = columnAt(event.clientX - box.left, box.width, rows.length);
      place.textContent = readout(names, rows[index]);
      cursors.forEach((cursor, at) => {
        cursor.setAttribute("x", index * 10);
        if (!cursor.isConnected) plots[at].append(cursor);
      });
    });
    plot.addEventListener("pointerleave", hide);
  }
});

"""#)

private let file8: (path: String, text: StaticString) = ("js/console.js", #"""
// What only the console's pages do.
import "./chart-values.js";

"""#)

private let file9: (path: String, text: StaticString) = ("js/editor/colour.js", #"""
// A colour can be written, picked, or left to the app. The picker and the way back are hidden until this works.
import { register } from "./behaviors.js";

register("colour", (field) => {
  const text = field.querySelector(".input");
  const swatch = field.querySelector(".colour-swatch");
  const clear = field.querySelector(".colour-clear");
  const show = () => {
    const value = text.value.trim();
    const rgb = /^#?([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(value)?.[1];
    field.classList.toggle("colour-unset", !rgb);
    if (rgb) swatch.value = `#${rgb.toLowerCase()}`;
    clear.hidden = value === "";
  };
  const changed = () => {
    show();
    text.dispatchEvent(new Event("input", { bubbles: true }));
  };
  text.addEventListener("input", show);
  swatch.addEventListener("input", (event) => {
    event.stopPropagation();
    text.value = swatch.value.toUpperCase();
    changed();
  });
  clear.addEventListener("click", () => {
    text.value = "";
    changed();
    text.focus();
  });
  swatch.hidden = false;
  show();
});

"""#)

private let file10: (path: String, text: StaticString) = ("js/editor/editor.js", #"""
// What only the editor does.
import "./colour.js";
import "./notes.js";
import "./preview.js";
import "./rows.js";
import "./unsaved.js";

"""#)

private let file11: (path: String, text: StaticString) = ("js/editor/measure-page.js", #"""
// What a page of a message cuts off. Nobody can look into its sandbox: it is drawn out of sight, on a small phone, and asked.
import { PageFrames } from "./scene-pages.js";

const LOAD_DEADLINE = 15_000;
const ANSWER_DEADLINE = 3_000;

export class PageProbe {
  #root;
  #own = new CSSStyleSheet();
  // What a page does here, nobody hears: it does the same where it is seen.
  #frames = new PageFrames(() => {});
  // The frame whose page could not be loaded; null once all have.
  #loading = null;
  #turn = 0;

  /** `place`: out of sight. */
  constructor(place, shared) {
    this.#root = place.attachShadow({ mode: "open" });
    this.#root.adoptedStyleSheets = [shared, this.#own];
  }

  /** The probes are of one page, in different surroundings. Returns findings: {field, text}; none when it does not answer, or others came after. */
  async measure(probes) {
    const own = ++this.#turn;
    for (const probe of probes) {
      const frame = await this.#draw(probe);
      if (own !== this.#turn || !frame) return [];
      const cut = await this.#frames.measure(frame, ANSWER_DEADLINE);
      if (own !== this.#turn || !cut) return [];
      const text = words(cut, probe.size);
      // What is cut off at the usual size needs no second word.
      if (text) return [{ field: "page", text }];
    }
    return [];
  }

  clear() {
    this.#turn += 1;
    this.#frames.forget();
    this.#root.replaceChildren();
  }

  /** The frame once its page has loaded and knows its surroundings; a page that is there already stays. */
  async #draw({ width, height, html, css }) {
    this.#root.host.style.cssText = `width:${width}px;height:${height}px`;
    this.#own.replaceSync(css);
    let scene = this.#root.querySelector(".scene");
    if (!scene || !this.#frames.keeps(scene, html)) {
      this.#frames.forget();
      this.#root.innerHTML = html;
      scene = this.#root.querySelector(".scene");
      this.#loading = this.#frames.load(scene, LOAD_DEADLINE);
    }
    if (await this.#loading) return null;
    this.#frames.update(scene, html);
    return scene.querySelector("iframe.web");
  }
}

function words({ sideways, outside }, size) {
  const whom = size === "largest" ? " for people who have chosen the largest texts" : "";
  const sentences = [];
  if (sideways) sentences.push(`On a small phone “${sideways}” reaches beyond the side of the screen${whom}. Let it wrap, or make it narrower.`);
  if (outside) sentences.push(`On a small phone “${outside}” is cut off${whom}, and one cannot scroll there. Let the page scroll, or shorten it.`);
  return sentences.join(" ");
}

"""#)

private let file12: (path: String, text: StaticString) = ("js/editor/measure.js", #"""
// What can only be known by drawing: texts that are cut off where there is least room, and pictures that are too large, too small, or not there.
// Measured with this browser's fonts; devices have their own, which differ by a few per cent.
import { PageProbe } from "./measure-page.js";

const MOST_BYTES = 5 * 1024 * 1024;
const MOST_PIXELS = 4096;

/** Draws the probes out of sight. Returns findings: {field, text}. */
export class Probes {
  #place = document.createElement("div");
  #texts = document.createElement("div");
  #shared = null;
  #page = null;

  constructor(form, sheet) {
    this.#place.className = "probes";
    this.#place.inert = true;
    this.#place.setAttribute("aria-hidden", "true");
    this.#place.append(this.#texts);
    form.append(this.#place);
    this.#shared = fetch(sheet)
      .then((answer) => answer.text())
      .then((css) => new CSSStyleSheet().replace(css));
  }

  async measure(probes) {
    const shared = await this.#shared;
    const pages = probes.filter((probe) => probe.is_page);
    if (pages.length > 0) return (this.#page ??= new PageProbe(this.#newPlace(), shared)).measure(pages);
    this.#page?.clear();
    const places = probes.map(({ width, height, html, css }) => {
      const place = document.createElement("div");
      place.style.cssText = `width:${width}px;height:${height}px`;
      const root = place.attachShadow({ mode: "open" });
      const own = new CSSStyleSheet();
      own.replaceSync(css);
      root.adoptedStyleSheets = [shared, own];
      root.innerHTML = html;
      return place;
    });
    this.#texts.replaceChildren(...places);
    await document.fonts.ready;
    const findings = new Map();
    places.forEach((place, index) => {
      for (const field of clippedFields(place.shadowRoot)) {
        // What is cut off at the usual size needs no second word.
        if (!findings.has(field)) findings.set(field, { field, text: clippedWords(probes[index].size) });
      }
    });
    this.#texts.replaceChildren();
    return [...findings.values()];
  }

  remove() {
    this.#place.remove();
  }

  #newPlace() {
    const place = document.createElement("div");
    this.#place.append(place);
    return place;
  }
}

function clippedWords(size) {
  return size === "largest"
    ? "On a small phone its end is cut off for people who have chosen the largest texts. Shorten it."
    : "On a small phone its end is cut off. Shorten it.";
}

/** The fields whose texts are not to be seen whole, however one scrolls. */
function clippedFields(root) {
  const fields = new Set();
  for (const element of root.querySelectorAll(".text")) {
    const field = fieldOf(element.closest("[data-node]")?.dataset.node);
    if (field && isClipped(element)) fields.add(field);
  }
  return fields;
}

function fieldOf(node) {
  if (node === "header" || node === "message") return node;
  const button = /^button-(\d+)/.exec(node ?? "");
  return button ? `button.${button[1]}.text` : null;
}

function isClipped(element) {
  const clamp = element.matches(".clamp") ? element : element.querySelector(".clamp");
  if (clamp && clamp.scrollHeight > clamp.clientHeight + 1) return true;
  let box = element.getBoundingClientRect();
  for (let around = element.parentElement; around && !around.matches(".scene"); around = around.parentElement) {
    const style = getComputedStyle(around);
    const frame = around.getBoundingClientRect();
    // What scrolls can be reached; from here on it is the frame that must be seen.
    if (/auto|scroll/.test(style.overflowY)) box = frame;
    else if (/hidden|clip/.test(style.overflowY) && (box.bottom > frame.bottom + 1 || box.top < frame.top - 1)) return true;
    if (/hidden|clip/.test(style.overflowX) && (box.right > frame.right + 1 || box.left < frame.left - 1)) return true;
  }
  return false;
}

/** What the picture on show is like; `scale` is that of the drawn device. */
export async function measureImage(root, scale) {
  const image = root.querySelector("img");
  if (!image) return [];
  const finding = (text) => [{ field: "image_url", text }];
  const source = image.currentSrc || image.src;
  if (!image.getAttribute("src")) return [];
  try {
    await image.decode();
  } catch {
    return finding("The picture could not be loaded just now. Devices that cannot load it do not show the message.");
  }
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  // Other servers tell their sizes only if they want to: 0 is not known.
  const bytes = performance.getEntriesByName(source).at(-1)?.encodedBodySize ?? 0;
  if (bytes > MOST_BYTES) return finding(`The picture has ${(bytes / 1_048_576).toFixed(1)} MB; devices load at most 5 MB.`);
  if (Math.max(width, height) > MOST_PIXELS) {
    return finding(`The picture is ${width} × ${height}, more than any screen shows: it costs data and time. Make it at most ${MOST_PIXELS} wide and high.`);
  }
  const drawn = image.getBoundingClientRect().width / scale;
  if (drawn > 0 && width < drawn * 1.5) {
    return finding(`The picture is ${width} × ${height} and drawn ${Math.round(drawn)} points wide: it looks blurred. Give it at least ${Math.round(drawn * 2)} pixels.`);
  }
  return [];
}

"""#)

private let file13: (path: String, text: StaticString) = ("js/editor/notes.js", #"""
// What was said of a field no longer holds once it is changed: its notes go. How things stand now is in the review.
import { register } from "./behaviors.js";

register("notes", (form) => {
  form.addEventListener("input", ({ target }) => {
    // How well colours can be told apart is a matter of two of them.
    const colours = target.closest?.(".colours");
    for (const field of colours ? colours.querySelectorAll("[aria-describedby]") : [target]) forget(field);
  });
});

function forget(field) {
  const ids = field.getAttribute?.("aria-describedby")?.split(" ") ?? [];
  const kept = ids.filter((id) => !id.includes("-note-"));
  if (kept.length === ids.length) return;
  for (const id of ids) if (!kept.includes(id)) document.getElementById(id)?.remove();
  field.removeAttribute("aria-invalid");
  if (kept.length > 0) field.setAttribute("aria-describedby", kept.join(" "));
  else field.removeAttribute("aria-describedby");
}

"""#)

private let file14: (path: String, text: StaticString) = ("js/editor/preview.js", #"""
// Draws the preview anew a moment after something was typed, fits the device to the room there is, and says what only drawing can tell.
import { register } from "./behaviors.js";
import { measureImage, Probes } from "./measure.js";
import { PageFrames } from "./scene-pages.js";

const PAUSE = 250;
const PAGE_DEADLINE = 15_000;

register("preview", (form) => {
  const device = form.querySelector(".device");
  const place = form.querySelector(".device-place");
  const notice = form.querySelector(".preview-notice");
  const play = form.querySelector("[data-play]");
  const root = form.querySelector(".device-scene").shadowRoot;
  if (!root) return;
  const sheet = new CSSStyleSheet();
  const probes = new Probes(form, root.querySelector("link").href);
  let timer = 0;
  let request = null;
  let taps = {};
  const frames = new PageFrames((message, frame) => {
    if (root.contains(frame)) say(pageWords(message));
  });
  const loadPages = async () => {
    const scene = root.querySelector(".scene");
    if (scene && (await frames.load(scene, PAGE_DEADLINE)) && scene.isConnected) say("The page could not be loaded.");
  };

  const fit = () => {
    const room = { width: place.clientWidth, height: Math.max(320, innerHeight - place.getBoundingClientRect().top - 140) };
    device.style.setProperty("--scale", "1");
    const scale = Math.min(1, room.width / device.offsetWidth, Math.min(room.height, 640) / device.offsetHeight);
    device.style.setProperty("--scale", scale.toFixed(4));
  };

  const show = (drawn, chosen) => {
    device.dataset.device = chosen.get("preview.device");
    device.dataset.orientation = chosen.get("preview.orientation");
    device.dataset.scheme = chosen.get("preview.scheme");
    device.toggleAttribute("data-keyboard", chosen.has("preview.keyboard"));
    taps = drawn.taps;
    sheet.replaceSync(drawn.css ?? "");
    root.adoptedStyleSheets = [sheet];
    root.querySelector("style")?.remove();
    const old = root.querySelector(".scene");
    if (old && drawn.html && frames.keeps(old, drawn.html)) {
      frames.update(old, drawn.html);
    } else {
      const template = document.createElement("template");
      template.innerHTML = drawn.html ?? "";
      old?.remove();
      root.append(template.content);
      loadPages();
    }
    play.hidden = !drawn.html;
    say(drawn.notice ?? "");
    form.querySelector("[data-lab]").href = drawn.lab;
    form.querySelector("[data-review]").innerHTML = drawn.review;
    const said = form.querySelector(".editor-verdict");
    if (said.textContent !== drawn.verdict) said.textContent = drawn.verdict;
    for (const words of form.querySelectorAll("[data-fold]")) words.textContent = drawn.folds[words.dataset.fold];
    suggest(form, drawn.properties);
    fit();
  };

  const say = (text) => {
    if (notice.textContent !== text) notice.textContent = text;
  };

  const draw = async () => {
    request?.abort();
    const own = (request = new AbortController());
    const chosen = new FormData(form);
    try {
      const answer = await fetch(form.dataset.preview, {
        method: "POST",
        body: new URLSearchParams(chosen),
        headers: { accept: "application/json" },
        signal: own.signal,
      });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const drawn = await answer.json();
      if (own !== request) return;
      show(drawn, chosen);
      const scale = Number(device.style.getPropertyValue("--scale"));
      const findings = [...(await probes.measure(drawn.probes)), ...(await measureImage(root, scale))];
      if (own === request) tell(form, findings);
    } catch (error) {
      if (error.name !== "AbortError") say("The preview cannot be drawn right now. What you typed is safe.");
    }
  };

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(draw, PAUSE);
  });
  // A tap does nothing here but say what it would do.
  root.addEventListener("click", (event) => {
    const node = event.target.closest("[data-action]");
    if (node) say(taps[node.dataset.node] ?? taps.body ?? "");
  });
  root.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.matches("div[data-action]")) {
      event.preventDefault();
      event.target.click();
    }
  });
  play.addEventListener("click", async () => {
    const scene = root.querySelector(".scene");
    if (!scene) return;
    scene.dataset.state = "entering";
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.allSettled(scene.getAnimations({ subtree: true }).map((animation) => animation.finished));
    scene.dataset.state = "visible";
  });
  form.querySelector(".preview-refresh").hidden = true;
  const observer = new ResizeObserver(fit);
  observer.observe(place);
  addEventListener("resize", fit);
  fit();
  const first = root.querySelector(".scene");
  if (first) frames.load(first, PAGE_DEADLINE);
  draw();
  return () => {
    clearTimeout(timer);
    request?.abort();
    observer.disconnect();
    removeEventListener("resize", fit);
    probes.remove();
  };
});

/** What a page did, which in an app would have done something. */
function pageWords({ call, arguments: given, link, lost }) {
  if (call !== undefined) return `The page called ${call}(${given.map((value) => JSON.stringify(value)).join(", ")}).`;
  if (link !== undefined) return `A tap on this link opens ${link}.`;
  return lost ? "The page went to another place; a device takes the message away then." : "";
}

/** What was measured stands beside its field, and in a list under the device. */
function tell(form, findings) {
  const list = form.querySelector("[data-findings]");
  list.replaceChildren(
    ...findings.map(({ field, text }) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `#field-${field.replaceAll(".", "-")}`;
      link.textContent = text;
      item.append(`${labelOf(form, field)}: `, link);
      return item;
    }),
  );
  list.hidden = findings.length === 0;
  for (const old of form.querySelectorAll(".measured")) {
    const id = old.id;
    old.remove();
    const field = form.querySelector(`[aria-describedby~="${id}"]`);
    const rest = field?.getAttribute("aria-describedby").split(" ").filter((other) => other !== id) ?? [];
    if (rest.length > 0) field.setAttribute("aria-describedby", rest.join(" "));
    else field?.removeAttribute("aria-describedby");
  }
  for (const { field, text } of findings) {
    const input = form.querySelector(`[name="${field}"]`);
    if (!input) continue;
    const note = document.createElement("p");
    note.className = "warning measured";
    note.id = `${input.id}-measured`;
    note.textContent = text;
    input.closest(".field").append(note);
    input.setAttribute("aria-describedby", [input.getAttribute("aria-describedby"), note.id].filter(Boolean).join(" "));
  }
}

function labelOf(form, field) {
  const input = form.querySelector(`[name="${field}"]`);
  const group = input?.closest("fieldset")?.querySelector("legend")?.textContent;
  const label = input?.labels[0]?.firstChild?.textContent.trim() ?? field;
  return group ? `${group}, ${label.toLowerCase()}` : label;
}

/** Names of properties that events of a trigger have had. */
function suggest(form, properties) {
  for (const list of form.querySelectorAll("datalist[data-properties]")) {
    const names = properties[list.dataset.properties] ?? [];
    list.replaceChildren(
      ...names.map((name) => {
        const option = document.createElement("option");
        option.value = name;
        return option;
      }),
    );
  }
}

"""#)

private let file15: (path: String, text: StaticString) = ("js/editor/rows.js", #"""
// Adds and removes rows without leaving the page: the server draws it anew, and only the part with the rows is put in place.
import { register } from "./behaviors.js";

register("rows", (form) => {
  form.addEventListener("submit", async (event) => {
    const button = event.submitter;
    const part = button?.dataset.rows;
    if (!part) return;
    event.preventDefault();
    const isAdding = button.value.startsWith("add_");
    const scope = button.closest(".trigger")?.id;
    const body = new URLSearchParams(new FormData(form, button));
    button.disabled = true;
    try {
      // Not `form.action`: the form has a field of that name.
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { accept: "text/html" } });
      if (!answer.ok || answer.redirected) throw new Error(`${answer.status}`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.getElementById(part).replaceWith(document.adoptNode(page.getElementById(part)));
    } catch {
      // The way without script says what is wrong.
      button.disabled = false;
      delete button.dataset.rows;
      form.requestSubmit(button);
      return;
    }
    // Not on the form itself, whose `name` is a field.
    document.getElementById(part).dispatchEvent(new Event("input", { bubbles: true }));
    focusIn(document.getElementById(part), button.value, isAdding, scope);
  });
});

/** The first field of a new row; else the button that adds one, since the one that was pressed has gone. */
function focusIn(part, command, isAdding, trigger) {
  const [name] = command.split(".");
  const scope = (/condition|part/.test(name) && trigger && document.getElementById(trigger)) || part;
  const kinds = name.endsWith("condition") ? ".condition" : name.endsWith("part") ? ".trigger .trigger" : ".trigger, .extra, .cap";
  const rows = scope.querySelectorAll(`:scope ${kinds.replaceAll(", ", ", :scope ")}`);
  const target = isAdding ? rows[rows.length - 1]?.querySelector("input, select") : null;
  (target ?? scope.querySelector("button[value^=add_]"))?.focus();
}

"""#)

private let file16: (path: String, text: StaticString) = ("js/editor/unsaved.js", #"""
// Asks before a page is left on which something was typed and not saved. What is sent is kept in this tab until the server has answered with
// something else than an error page: after an ended sign-in or a stale form the editor offers it again.
import { register } from "./behaviors.js";

const storageKey = "martlet.unsaved";
// The page's own, not what somebody typed.
const ownFields = new Set(["csrf", "do"]);

register("unsaved", (form) => {
  let isUnsaved = "unsaved" in form.dataset;
  // Not form.action: a field of that name hides it.
  const path = new URL(form.getAttribute("action"), location.href).pathname;
  const leaving = (event) => {
    if (isUnsaved) event.preventDefault();
  };
  form.addEventListener("input", (event) => {
    if (!event.target.name?.startsWith("preview.")) isUnsaved = true;
  });
  form.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    isUnsaved = false;
    keep(path, [...new FormData(form)].filter(([name]) => !ownFields.has(name)));
  });
  addEventListener("beforeunload", leaving);
  offer(form, path);
  return () => removeEventListener("beforeunload", leaving);
});

function keep(path, fields) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ path, fields }));
  } catch {
    // No storage, or it is full: then only the page itself holds what was typed.
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
  } catch {
    return null;
  }
}

function forget() {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept either.
  }
}

function offer(form, path) {
  const before = kept();
  if (!before) return;
  // The server has answered that form with a page of its own, or another campaign is open.
  if (before.isRefused !== true) return forget();
  if (before.path !== path) return;
  const place = form.querySelector("[data-unsaved-offer]");
  place.hidden = false;
  place.querySelector("[data-unsaved-discard]").addEventListener("click", () => {
    forget();
    place.hidden = true;
  });
  place.querySelector("[data-unsaved-restore]").addEventListener("click", () => {
    // Drawn by the server, rows and all; nothing is stored by it.
    const carrier = document.createElement("form");
    carrier.method = "post";
    carrier.action = path;
    const token = form.elements.namedItem("csrf").value;
    for (const [name, value] of [...before.fields, ["csrf", token], ["do", "preview"]]) {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      field.value = value;
      carrier.append(field);
    }
    // The same form again: an error page must be able to keep it.
    keep(path, before.fields);
    document.body.append(carrier);
    carrier.submit();
  });
}

"""#)

private let file17: (path: String, text: StaticString) = ("templates/campaigns/campaign.mustache", #"""
<div class="page-head campaign-head">
  <div class="campaign-title">
    <h1>{{name}}</h1>
    <span class="chip chip-{{state}}">{{stateWords}}</span>
  </div>
  <div class="page-head-actions">
    {{#actions}}
    <form method="post" action="/campaigns/{{id}}/{{value}}">
      <input type="hidden" name="csrf" value="{{csrfToken}}"><input type="hidden" name="revision" value="{{revision}}"><input type="hidden" name="back" value="{{back}}">
      <button class="button{{#isPrimary}} button-primary{{/isPrimary}}">{{verb}} campaign</button>
    </form>
    {{/actions}}
    {{#canEdit}}
    <a class="button" href="/campaigns/{{id}}/edit">Edit</a>
    {{/canEdit}}
    <details class="menu" data-behavior="dismiss-menu">
      <summary class="button"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#more"></use></svg><span class="visually-hidden">More actions</span></summary>
      <div class="menu-list">
        <form method="post" action="/campaigns/{{id}}/duplicate"><input type="hidden" name="csrf" value="{{csrfToken}}"><button>Duplicate</button></form>
        {{#canFinish}}
        <button type="button" class="menu-bad" popovertarget="finish">Finish …</button>
        {{/canFinish}}
        {{#canDelete}}
        <button type="button" class="menu-bad" popovertarget="delete">Delete draft …</button>
        {{/canDelete}}
      </div>
    </details>
  </div>
</div>
{{#canFinish}}
<div class="dialog" id="finish" popover role="dialog" aria-labelledby="finish-title">
  <h2 id="finish-title">Finish “{{name}}”?</h2>
  <p>It will not be shown to anybody any more. A finished campaign cannot be started again; you can duplicate it. Its report stays.</p>
  <form method="post" action="/campaigns/{{id}}/finish" class="button-row">
    <input type="hidden" name="csrf" value="{{csrfToken}}"><input type="hidden" name="revision" value="{{revision}}"><input type="hidden" name="back" value="{{back}}">
    <button type="button" class="button" popovertarget="finish" popovertargetaction="hide">Keep it</button>
    <button class="button button-bad">Finish “{{name}}”</button>
  </form>
</div>
{{/canFinish}}
{{#canDelete}}
<div class="dialog" id="delete" popover role="dialog" aria-labelledby="delete-title">
  <h2 id="delete-title">Delete the draft “{{name}}”?</h2>
  <p>It was never launched, so nobody has seen it. Deleting it cannot be undone.</p>
  <form method="post" action="/campaigns/{{id}}/delete" class="button-row">
    <input type="hidden" name="csrf" value="{{csrfToken}}"><input type="hidden" name="revision" value="{{revision}}">
    <button type="button" class="button" popovertarget="delete" popovertargetaction="hide">Keep it</button>
    <button class="button button-bad">Delete “{{name}}”</button>
  </form>
</div>
{{/canDelete}}
<div class="stack">
  {{#problems}}
  <section class="problems" aria-labelledby="problems">
    <h2 id="problems">{{heading}}</h2>
    <ul>
      {{#items}}
      <li><a href="{{href}}">{{text}}</a>{{#remedy}} {{remedy}}{{/remedy}}</li>
      {{/items}}
    </ul>
  </section>
  {{/problems}}
  {{#warnings}}
  <section class="problems problems-warn" aria-labelledby="warnings">
    <h2 id="warnings">{{heading}}</h2>
    <ul>
      {{#items}}
      <li><a href="{{href}}">{{text}}</a>{{#remedy}} {{remedy}}{{/remedy}}</li>
      {{/items}}
    </ul>
  </section>
  {{/warnings}}
  {{#notes}}
  <section class="problems problems-{{.tone}}" aria-labelledby="notes">
    <h2 id="notes">{{.heading}}</h2>
    <ul>
      {{#.items}}
      <li>{{#.href}}<a href="{{.}}">{{text}}</a>{{/.href}}{{^.href}}{{.text}}{{/.href}} {{.remedy}}{{#.others}} <a class="see-other" href="{{.href}}">See “{{.name}}”</a>{{/.others}}</li>
      {{/.items}}
    </ul>
  </section>
  {{/notes}}
  <section class="card" aria-labelledby="summary">
    <h2 id="summary" class="visually-hidden">Summary</h2>
    <p class="summary"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#{{kindIcon}}"></use></svg><span>{{summary}}</span></p>
    <dl class="fact-row">
      {{#facts}}
      <div><dt>{{term}}</dt><dd>{{text}}</dd></div>
      {{/facts}}
    </dl>
  </section>
  {{#report}}
  {{> campaigns/report}}
  {{/report}}
  {{#decisions}}
  {{> campaigns/decisions}}
  {{/decisions}}
</div>

"""#)

private let file18: (path: String, text: StaticString) = ("templates/campaigns/decisions.mustache", #"""
<section id="decisions" aria-labelledby="decisions-title">
  <div class="section-head">
    <h2 id="decisions-title">Recent decisions</h2>
    {{^isEmpty}}
    <p class="quiet">{{countWords}}; times are UTC.</p>
    {{/isEmpty}}
  </div>
  {{#isEmpty}}
  <div class="card"><p class="quiet">{{emptyText}} Each decision stands here with its reason.</p></div>
  {{/isEmpty}}
  {{^isEmpty}}
  <div class="table-card">
    <table class="table table-folding decision-table" role="table">
      <caption class="visually-hidden">Recent decisions of devices about this campaign</caption>
      <thead role="rowgroup">
        <tr role="row"><th scope="col" role="columnheader">Time (UTC)</th><th scope="col" role="columnheader">Decision</th><th scope="col" role="columnheader">Event</th><th scope="col" role="columnheader">Person</th></tr>
      </thead>
      <tbody role="rowgroup">
        {{#decisionRows}}
        <tr role="row">
          <td role="cell" class="cell-time"><span title="{{timeTitle}}">{{time}}</span></td>
          <td role="cell" class="cell-verdict"><span class="chip{{#isChosen}} chip-good{{/isChosen}}">{{verdict}}</span>{{#reason}}<span class="cell-reason">{{reason}}</span>{{/reason}}</td>
          <td role="cell" class="cell-event"><span class="code">{{event}}</span></td>
          <td role="cell" class="cell-person"><a href="{{personHref}}">{{person}}</a></td>
        </tr>
        {{/decisionRows}}
      </tbody>
    </table>
  </div>
  {{#moreHref}}
  <p class="after-table"><a href="{{moreHref}}">Show up to 100</a></p>
  {{/moreHref}}
  {{#lessHref}}
  <p class="after-table"><a href="{{lessHref}}">Show only the latest 10</a></p>
  {{/lessHref}}
  {{/isEmpty}}
</section>

"""#)

private let file19: (path: String, text: StaticString) = ("templates/campaigns/list.mustache", #"""
<div class="page-head">
  <h1>Campaigns</h1>
  <div class="page-head-actions">
    <a class="button button-primary" href="/campaigns/new"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#plus"></use></svg>New campaign</a>
  </div>
</div>
{{#isEmpty}}
<div class="empty">
  <svg class="empty-mark" viewBox="0 0 24 24" aria-hidden="true"><use href="{{icons}}#martlet"></use></svg>
  <h2>No campaigns yet</h2>
  <p>A campaign is a message and the moment at which it shows: a welcome at the first session, an offer when somebody looks at the cart.</p>
  <a class="button button-primary" href="/campaigns/new">Write the first campaign</a>
</div>
{{/isEmpty}}
{{^isEmpty}}
<div class="toolbar">
  <nav class="filters" aria-label="Campaigns by state">
    {{#filters}}
    <a class="filter" href="{{href}}"{{#isCurrent}} aria-current="true"{{/isCurrent}}>{{label}} <span class="filter-count">{{count}}</span></a>
    {{/filters}}
  </nav>
  <form class="search" method="get" action="/campaigns" role="search">
    {{#stateValue}}
    <input type="hidden" name="state" value="{{stateValue}}">
    {{/stateValue}}
    <label class="visually-hidden" for="q">Search campaigns</label>
    <input class="input" id="q" type="search" name="q" value="{{search}}" placeholder="Name, header, trigger" data-behavior="search-key" aria-keyshortcuts="/">
    <button class="button">Search</button>
  </form>
</div>
{{#nothingFound}}
<div class="empty">
  <h2>Nothing found</h2>
  <p>{{nothingFound}}</p>
  <a class="button" href="/campaigns">Show all campaigns</a>
</div>
{{/nothingFound}}
{{#hasRows}}
<div class="table-card">
  <table class="table table-folding campaign-table" role="table">
    <caption class="visually-hidden">Campaigns with their state, schedule and counts since each began</caption>
    <thead role="rowgroup">
      <tr role="row">
        <th scope="col" role="columnheader">Campaign</th>
        <th scope="col" role="columnheader">State</th>
        <th scope="col" role="columnheader">Priority</th>
        <th scope="col" role="columnheader">Dates (UTC)</th>
        <th scope="col" role="columnheader" class="number">Shown</th>
        <th scope="col" role="columnheader" class="number">Clicked</th>
        <th scope="col" role="columnheader"><span class="visually-hidden">Actions</span></th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      {{#rows}}
      <tr role="row">
        <th scope="row" role="rowheader" class="cell-name">
          <div class="name-cell">
            <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#{{kindIcon}}"></use></svg>
            <div>
              <a href="/campaigns/{{id}}">{{name}}</a>
              <p><span class="visually-hidden">{{kind}}, </span>{{trigger}}</p>
              {{#mark}}
              <p class="mark mark-{{.tone}}"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#warning"></use></svg><span>{{.words}}{{#.others}} <a href="{{.href}}">{{.name}}</a>{{/.others}}</span></p>
              {{/mark}}
            </div>
          </div>
        </th>
        <td role="cell" class="cell-state"><span class="chip chip-{{state}}">{{stateWords}}</span></td>
        <td role="cell" class="cell-priority" data-label="Priority">{{priority}}</td>
        <td role="cell" class="cell-dates" data-label="Dates (UTC)"><span title="{{datesInFull}}">{{dates}}</span></td>
        {{#hasCounts}}
        <td role="cell" class="number cell-count" data-label="Shown">{{shown}}<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width="{{shownBar}}" height="6"></rect></svg></td>
        <td role="cell" class="number cell-count" data-label="Clicked">{{clicked}} <span class="quiet">{{clickShare}}</span><svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width="{{clickedBar}}" height="6"></rect></svg></td>
        {{/hasCounts}}
        {{^hasCounts}}
        <td role="cell" class="number cell-count cell-empty"><span class="quiet">not yet</span></td>
        <td role="cell" class="number cell-count cell-empty"></td>
        {{/hasCounts}}
        <td role="cell" class="cell-actions">
          <details class="menu" data-behavior="dismiss-menu">
            <summary class="button button-small button-quiet"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#more"></use></svg><span class="visually-hidden">Actions for {{name}}</span></summary>
            <div class="menu-list">
              {{#actions}}
              <form method="post" action="/campaigns/{{id}}/{{value}}"><input type="hidden" name="csrf" value="{{csrfToken}}"><input type="hidden" name="back" value="{{back}}"><button>{{verb}}<span class="visually-hidden"> {{name}}</span></button></form>
              {{/actions}}
              <a href="/campaigns/{{id}}/edit">Edit<span class="visually-hidden"> {{name}}</span></a>
              <form method="post" action="/campaigns/{{id}}/duplicate"><input type="hidden" name="csrf" value="{{csrfToken}}"><button>Duplicate<span class="visually-hidden"> {{name}}</span></button></form>
              {{#canFinish}}
              <button type="button" class="menu-bad" popovertarget="finish-{{index}}">Finish …<span class="visually-hidden"> {{name}}</span></button>
              {{/canFinish}}
            </div>
          </details>
          {{#canFinish}}
          <div class="dialog" id="finish-{{index}}" popover role="dialog" aria-labelledby="finish-title-{{index}}">
            <h2 id="finish-title-{{index}}">Finish “{{name}}”?</h2>
            <p>It will not be shown to anybody any more. A finished campaign cannot be started again; you can duplicate it. Its report stays.</p>
            <form method="post" action="/campaigns/{{id}}/finish" class="button-row">
              <input type="hidden" name="csrf" value="{{csrfToken}}"><input type="hidden" name="back" value="{{back}}">
              <button type="button" class="button" popovertarget="finish-{{index}}" popovertargetaction="hide">Keep it</button>
              <button class="button button-bad">Finish “{{name}}”</button>
            </form>
          </div>
          {{/canFinish}}
        </td>
      </tr>
      {{/rows}}
    </tbody>
  </table>
</div>
{{/hasRows}}
{{/isEmpty}}

"""#)

private let file20: (path: String, text: StaticString) = ("templates/campaigns/report.mustache", #"""
<section id="report" class="stack" aria-labelledby="report-title">
  {{#nothingYet}}
  <div class="empty">
    <h2 id="report-title">{{heading}}</h2>
    <p>{{text}}</p>
    {{#offersLab}}
    <a class="button" href="/lab">Open the Device Lab</a>
    {{/offersLab}}
  </div>
  {{/nothingYet}}
  {{^nothingYet}}
  <div class="section-head">
    <h2 id="report-title">Report</h2>
    <nav class="filters" aria-label="Time of the report">
      {{#ranges}}
      <a class="filter" href="{{href}}"{{#isCurrent}} aria-current="true"{{/isCurrent}}>{{label}}</a>
      {{/ranges}}
    </nav>
  </div>
  <dl class="figures figures-six">
    {{#figures}}
    <div class="figure"><dt>{{term}}</dt><dd>{{value}}</dd><dd class="figure-note">{{unit}}</dd>{{#change}}<dd class="figure-note">{{change}}</dd>{{/change}}</div>
    {{/figures}}
  </dl>
  <p class="range-note">Figures {{rangeWords}}. Each event counts once, at the time when it happened; days are UTC.</p>
  {{#quietRange}}
  <div class="card quiet-range">
    <p>{{quietRange}}</p>
    <a href="{{allTimeHref}}">Show all time</a>
  </div>
  {{/quietRange}}
  {{#chart}}
  <figure class="card chart" data-behavior="chart-values" aria-labelledby="chart-title">
    <figcaption class="card-head">
      <h3 id="chart-title">Over time</h3>
      <p>{{unit}}, {{rangeWords}}, UTC</p>
      <p class="chart-readout" aria-hidden="true"></p>
    </figcaption>
    <div class="chart-rows" aria-hidden="true">
      {{#series}}
      <div class="chart-row">
        <p class="chart-name">{{name}}<span class="chart-total">{{seriesTotal}}</span></p>
        <div class="chart-plot">
          <span class="chart-top">{{highest}}</span>
          <svg class="chart-bars chart-{{tone}}" viewBox="0 0 {{width}} 100" preserveAspectRatio="none">{{#bars}}<rect x="{{x}}" y="{{y}}" width="7" height="{{height}}"></rect>{{/bars}}</svg>
        </div>
      </div>
      {{/series}}
      <div class="chart-row chart-axis-row">
        <div class="chart-axis">{{#axis}}<span>{{.}}</span>{{/axis}}</div>
      </div>
    </div>
    <details class="more">
      <summary>The numbers as a table</summary>
      <div class="table-scroll" role="region" aria-label="Numbers over time" tabindex="0">
        <table class="table">
          <caption class="visually-hidden">Counts {{unit}}, {{rangeWords}}, UTC</caption>
          <thead>
            <tr><th scope="col">Time (UTC)</th><th scope="col" class="number">Shown</th><th scope="col" class="number">Clicked</th><th scope="col" class="number">Dismissed</th><th scope="col" class="number">Not shown</th></tr>
          </thead>
          <tbody>
            {{#rows}}
            <tr><th scope="row">{{time}}</th><td class="number">{{shown}}</td><td class="number">{{clicked}}</td><td class="number">{{dismissed}}</td><td class="number">{{notShown}}</td></tr>
            {{/rows}}
          </tbody>
        </table>
      </div>
    </details>
  </figure>
  {{/chart}}
  <div class="columns">
    <div class="stack">
      <section class="card" aria-labelledby="funnel-title">
        <div class="card-head"><h3 id="funnel-title">From eligible to clicked</h3><p>since the beginning</p></div>
        <ol class="bars">
          {{#funnel}}
          <li><span>{{stepName}} <span class="quiet">{{stepUnit}}</span></span><span class="bars-value">{{stepCount}}</span><svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width="{{stepBar}}" height="6"></rect></svg>{{#stepShare}}<span class="bars-note">{{stepShare}}</span>{{/stepShare}}</li>
          {{/funnel}}
        </ol>
      </section>
      <section class="card" aria-labelledby="clicks-title">
        <div class="card-head"><h3 id="clicks-title">What was clicked</h3><p>{{rangeWords}}</p></div>
        <ol class="bars">
          {{#clickBars}}
          <li><span>{{barName}}</span><span class="bars-value">{{barCount}} <span class="quiet">{{barUnit}}</span></span><svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width="{{barLength}}" height="6"></rect></svg><span class="bars-note">{{barShare}}</span></li>
          {{/clickBars}}
        </ol>
        {{^clickBars}}
        <p class="quiet">Nothing was clicked {{rangeWords}}.</p>
        {{/clickBars}}
      </section>
    </div>
    <div class="stack">
      <section class="card" aria-labelledby="outcomes-title">
        <div class="card-head"><h3 id="outcomes-title">Why it was not shown</h3><p>{{rangeWords}}</p></div>
        <ol class="bars">
          {{#outcomeBars}}
          <li><span>{{barName}}</span><span class="bars-value">{{barCount}} <span class="quiet">{{barUnit}}</span></span><svg class="bar bar-quiet" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width="{{barLength}}" height="6"></rect></svg><span class="bars-note">{{barShare}}. {{barHint}}</span></li>
          {{/outcomeBars}}
        </ol>
        {{^outcomeBars}}
        <p class="quiet">Whenever it was triggered {{rangeWords}}, it was shown.</p>
        {{/outcomeBars}}
      </section>
      <section class="card" aria-labelledby="dismissals-title">
        <div class="card-head"><h3 id="dismissals-title">How it went away</h3><p>{{rangeWords}}</p></div>
        <ol class="bars">
          {{#dismissalBars}}
          <li><span>{{barName}}</span><span class="bars-value">{{barCount}} <span class="quiet">{{barUnit}}</span></span><svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width="{{barLength}}" height="6"></rect></svg><span class="bars-note">{{barShare}}</span></li>
          {{/dismissalBars}}
        </ol>
        {{^dismissalBars}}
        <p class="quiet">Nothing was dismissed {{rangeWords}}.</p>
        {{/dismissalBars}}
      </section>
    </div>
  </div>
  {{/nothingYet}}
</section>

"""#)

private let file21: (path: String, text: StaticString) = ("templates/editor/area.mustache", #"""
<div class="field">{{> editor/label}}<textarea class="input" id="{{.id}}" name="{{.name}}" rows="3" placeholder=" "{{> editor/aria}}>
{{.value}}</textarea>{{> editor/notes}}</div>
"""#)

private let file22: (path: String, text: StaticString) = ("templates/editor/aria.mustache", #"""
{{#.isInvalid}} aria-invalid="true"{{/.isInvalid}}{{#.describedBy}} aria-describedby="{{.}}"{{/.describedBy}}
"""#)

private let file23: (path: String, text: StaticString) = ("templates/editor/code.mustache", #"""
<div class="field">{{> editor/label}}<textarea class="input code-area" id="{{.id}}" name="{{.name}}" rows="14" placeholder=" " spellcheck="false" autocapitalize="off" autocomplete="off"{{> editor/aria}}>
{{.value}}</textarea>{{> editor/notes}}</div>
"""#)

private let file24: (path: String, text: StaticString) = ("templates/editor/colour.mustache", #"""
<span class="colour" data-behavior="colour"><input class="colour-swatch" type="color" aria-label="{{.label}}: choose" hidden><input class="input" id="{{.id}}" name="{{.name}}" value="{{.value}}" aria-label="{{.label}}" placeholder="Default" autocomplete="off" spellcheck="false"{{> editor/aria}}><button class="colour-clear" type="button" aria-label="{{.label}}: use the default" title="Use the default" hidden>×</button></span>
"""#)

private let file25: (path: String, text: StaticString) = ("templates/editor/colours.mustache", #"""
<details class="fold"{{#.isOpen}} open{{/.isOpen}}>
  <summary>{{.title}}</summary>
  <div class="colours">
    <p class="hint">Blank is the app’s own colour. Write one like #2B59D9.</p>
    <div class="colour-head" aria-hidden="true"><span></span><span>Light</span><span class="colour-dark">Dark</span></div>
    {{#.rows}}
    <div class="colour-row"{{#.kinds}} data-kinds="{{.}}"{{/.kinds}}>
      <span class="colour-name" aria-hidden="true">{{.label}}</span>
      {{#.light}}{{> editor/colour}}{{/.light}}<span class="colour-dark">{{#.dark}}{{> editor/colour}}{{/.dark}}</span>
      {{#.notes}}<p class="error" id="{{.id}}">{{.text}}</p>{{/.notes}}{{#.warnings}}<p class="warning" id="{{.id}}"><span class="visually-hidden">Note: </span>{{.text}}</p>{{/.warnings}}
    </div>
    {{/.rows}}
    <label class="check"><input type="checkbox" id="{{.darkID}}" name="{{.darkName}}" value="yes"{{#.darkIsLight}} checked{{/.darkIsLight}}> No dark colours: it is light in dark mode too</label>
  </div>
</details>

"""#)

private let file26: (path: String, text: StaticString) = ("templates/editor/duration.mustache", #"""
<div class="duration">{{#.count}}{{> editor/input}}{{/.count}}{{#.unit}}{{> editor/unit}}{{/.unit}}</div>
"""#)

private let file27: (path: String, text: StaticString) = ("templates/editor/editor.mustache", #"""
<form class="editor" method="post" action="{{formPath}}" novalidate data-behavior="notes preview rows unsaved"{{#hasUnsavedChanges}} data-unsaved{{/hasUnsavedChanges}} data-preview="/campaigns/preview">
<button class="visually-hidden" name="do" value="preview" tabindex="-1" aria-hidden="true">Refresh the preview</button>
<input type="hidden" name="csrf" value="{{csrfToken}}">
<input type="hidden" name="revision" value="{{revision}}">
<input type="hidden" name="id" value="{{id}}">
<div class="editor-form">
  <header class="page-head editor-head">
    {{#campaign}}<h1>Edit {{.name}}</h1> <span class="chip chip-{{.state}}">{{.stateWords}}</span>{{/campaign}}
    {{^campaign}}<h1>New campaign</h1>{{/campaign}}
  </header>

  <div class="problems problems-warn" role="status" data-unsaved-offer hidden>
    <h2>What you typed here before was not saved</h2>
    <p>The server could not take it then. This tab of your browser has kept it.</p>
    <p class="button-row"><button type="button" class="button" data-unsaved-restore>Bring it back</button> <button type="button" class="button button-quiet" data-unsaved-discard>Discard it</button></p>
  </div>
  {{#conflict}}
  <div class="problems problems-warn" role="alert" tabindex="-1" data-behavior="focus-problems">
    <h2>Somebody else saved this campaign while you were writing</h2>
    <p>That was at {{.savedAt}}. Nothing of yours is lost: it is all below, and theirs stays until you decide. <a href="{{.path}}" target="_blank" rel="noopener">See how the campaign is now</a> in a new tab, then decide.</p>
    <p class="button-row conflict-end"><button class="button" name="do" value="overwrite.{{.currentRevision}}">Save mine over it</button> <a class="button button-quiet" href="{{formPath}}">Discard mine</a></p>
  </div>
  {{/conflict}}
  {{#hasNotice}}
  <div class="problems" role="alert" tabindex="-1" data-behavior="focus-problems">
    <h2>{{problemsTitle}}</h2>
    {{#hasProblems}}
    <ul>{{#problems}}<li><a href="{{.href}}">{{.text}}</a></li>{{/problems}}</ul>
    {{/hasProblems}}
  </div>
  {{/hasNotice}}

  <datalist id="languages">{{#languages}}<option value="{{.tag}}">{{.name}}</option>{{/languages}}</datalist>
  <datalist id="logged-names">{{#names}}<option value="{{.name}}">{{.label}}</option>{{/names}}</datalist>

  <div class="card fields">{{#name}}{{> editor/input}}{{/name}}</div>

  {{#message}}
  <section class="card section fields" id="message" aria-labelledby="message-title">
    <h2 id="message-title">Message</h2>
    {{#.kind}}{{> editor/kind}}{{/.kind}}
    <p class="note" data-kinds="control">Nobody sees anything of it. It is chosen like any other message, and counted for everybody who would have seen one, so that both groups can be compared. Only the extras belong to it.</p>
    <div class="with-lines" data-kinds="{{.kinds.header}}">{{#.header}}{{> editor/input}}{{/.header}}{{#.headerAlignment}}{{> editor/select}}{{/.headerAlignment}}</div>
    <div class="with-lines" data-kinds="{{.kinds.text}}">{{#.text}}{{> editor/area}}{{/.text}}<div data-kinds="{{.kinds.alignment}}">{{#.textAlignment}}{{> editor/select}}{{/.textAlignment}}</div></div>
    <div class="fields page-part" data-kinds="{{.kinds.page}}">
      {{#.page}}{{> editor/code}}{{/.page}}
      <div class="fitted">{{#.baseURL}}{{> editor/input}}{{/.baseURL}}{{#.assets}}{{> editor/area}}{{/.assets}}</div>
      <fieldset class="subsection fields">
        <legend>What the page may do</legend>
        <p class="hint">Every page may close itself and log clicks. Whatever else it tries and is not allowed here is refused, and recorded.</p>
        <div class="fields capabilities">{{#.capabilities}}<label class="check"><input type="checkbox" id="{{.id}}" name="{{.name}}" value="yes"{{#.isChosen}} checked{{/.isChosen}}><span>{{.label}}</span></label>{{/.capabilities}}</div>
        <div class="fitted">{{#.bridgeNames}}{{> editor/area}}{{/.bridgeNames}}{{#.readyEvents}}{{> editor/area}}{{/.readyEvents}}</div>
        <label class="check"><input type="checkbox" id="field-legacy" name="legacy" value="yes"{{#.isLegacy}} checked{{/.isLegacy}}><span>The addresses of its links carry options, as those of older pages do</span></label>
      </fieldset>
    </div>
    <div class="fitted" data-kinds="{{.kinds.image}}">{{#.imageURL}}{{> editor/input}}{{/.imageURL}}{{#.imageAlt}}{{> editor/input}}{{/.imageAlt}}</div>
    <div class="fitted" data-kinds="{{.kinds.language}}"><div data-kinds="{{.kinds.icon}}">{{#.icon}}{{> editor/input}}{{/.icon}}</div><div data-kinds="{{.kinds.edge}}">{{#.slideFrom}}{{> editor/select}}{{/.slideFrom}}</div><div data-kinds="{{.kinds.language}}">{{#.language}}{{> editor/input}}{{/.language}}</div></div>
    <div class="field-row action" data-kinds="{{.kinds.action}}">{{#.action}}{{> editor/select}}{{/.action}}<div class="action-url">{{#.actionURL}}{{> editor/input}}{{/.actionURL}}</div></div>
    <div class="button-parts" data-kinds="{{.kinds.buttons}}">
      {{#.buttons}}
      <fieldset class="subsection">
        <legend>{{.title}}</legend>
        {{#.text}}{{> editor/input}}{{/.text}}
        <div class="field-row action">{{#.action}}{{> editor/select}}{{/.action}}<div class="action-url">{{#.url}}{{> editor/input}}{{/.url}}</div></div>
        {{#.colours}}{{> editor/colours}}{{/.colours}}
      </fieldset>
      {{/.buttons}}
    </div>
    <div class="subsection" data-kinds="{{.kinds.colours}}">{{#.colours}}{{> editor/colours}}{{/.colours}}</div>
    <div class="subsection fields" data-kinds="{{.kinds.close}}">
      <div class="field-row closing">{{#.close}}{{> editor/select}}{{/.close}}<div class="close-seconds">{{#.closeSeconds}}{{> editor/input}}{{/.closeSeconds}}</div></div>
      <div class="fitted"><div data-kinds="{{.kinds.orientation}}">{{#.orientation}}{{> editor/select}}{{/.orientation}}</div><div data-kinds="{{.kinds.motion}}">{{#.motion}}{{> editor/select}}{{/.motion}}</div></div>
    </div>
    <div class="subsection rows" id="extras" role="group" aria-labelledby="extras-title">
      <h3 id="extras-title">Extras <span class="field-optional">optional</span></h3>
      <p class="hint">Keys and values that the app gets with the message.</p>
      {{#.extrasErrors}}<p class="error" id="{{.id}}">{{.text}}</p>{{/.extrasErrors}}
      {{#.extras}}
      <div class="extra" role="group" aria-label="Extra {{.number}}">{{#.key}}{{> editor/input}}{{/.key}}{{#.value}}{{> editor/value}}{{/.value}}<button class="button button-small button-quiet row-remove" name="do" value="{{.remove}}" formaction="{{formPath}}#extras" data-rows="extras" aria-label="Remove extra {{.number}}">Remove</button></div>
      {{/.extras}}
      <div class="button-row"><button class="button button-small" name="do" value="add_extra" formaction="{{formPath}}#extras" data-rows="extras"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#plus"></use></svg>Add an extra</button></div>
    </div>
  </section>
  {{/message}}

  <section class="card section fields" id="when" aria-labelledby="when-title">
    <h2 id="when-title">When</h2>
    <div class="fields rows" id="triggers">
      {{#triggers}}{{> editor/trigger}}{{/triggers}}
      <div class="button-row"><button class="button button-small" name="do" value="add_trigger" formaction="{{formPath}}#triggers" data-rows="triggers"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#plus"></use></svg>Add another trigger</button></div>
    </div>
    {{#delay}}
    <details class="fold"{{#.fold.isOpen}} open{{/.fold.isOpen}}>
      <summary>Delay <span class="fold-words" data-fold="delay">{{.fold.words}}</span></summary>
      <div class="fields">
        {{#.delay}}{{> editor/duration}}{{/.delay}}
        <div class="fields rows" id="exceptions">
          {{#.exceptions}}{{> editor/trigger}}{{/.exceptions}}
          <div class="button-row"><button class="button button-small" name="do" value="add_exception" formaction="{{formPath}}#exceptions" data-rows="exceptions"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#plus"></use></svg>Add an exception</button></div>
          <p class="hint">What happens while it waits and takes it back. The person can see it another time.</p>
        </div>
      </div>
    </details>
    {{/delay}}
  </section>

  <section class="card section fields" id="schedule" aria-labelledby="schedule-title">
    <h2 id="schedule-title">Schedule and priority</h2>
    {{#clock}}{{> editor/select}}{{/clock}}
    <div class="field-row times-utc">{{#startsAt}}{{> editor/input}}{{/startsAt}}{{#endsAt}}{{> editor/input}}{{/endsAt}}</div>
    <div class="field-row times-local">{{#startsAtLocal}}{{> editor/input}}{{/startsAtLocal}}{{#endsAtLocal}}{{> editor/input}}{{/endsAtLocal}}</div>
    <div class="field-row">{{#bucket}}{{> editor/select}}{{/bucket}}{{#order}}{{> editor/input}}{{/order}}</div>
    {{#lateness}}
    <details class="fold"{{#.fold.isOpen}} open{{/.fold.isOpen}}>
      <summary>Expiry and lateness <span class="fold-words" data-fold="lateness">{{.fold.words}}</span></summary>
      <div class="fields">{{#.expires}}{{> editor/duration}}{{/.expires}}{{#.showWithin}}{{> editor/duration}}{{/.showWithin}}</div>
    </details>
    {{/lateness}}
  </section>

  <section class="card section fields" id="frequency" aria-labelledby="frequency-title">
    <h2 id="frequency-title">How often</h2>
    {{#frequency}}
    <div class="field-row again">{{#.again}}{{> editor/select}}{{/.again}}<div class="again-after">{{#.after}}{{> editor/duration}}{{/.after}}</div></div>
    <details class="fold"{{#.fold.isOpen}} open{{/.fold.isOpen}}>
      <summary>Limits and tags <span class="fold-words" data-fold="limits">{{.fold.words}}</span></summary>
      <div class="fields">
        <div class="fields rows" id="caps">
          {{#.caps}}
          <div class="cap" role="group" aria-label="Limit {{.number}}">{{#.kept}}<input type="hidden" name="{{keptName}}" value="{{.}}"><p class="kept"><strong>{{keptWords}}</strong>. <span class="hint">This limit was written by a program in a form that has no fields here. It stays as it is.</span></p>{{/.kept}}{{^.kept}}{{#.limit}}{{> editor/input}}{{/.limit}}{{#.within}}{{> editor/select}}{{/.within}}{{/.kept}}<button class="button button-small button-quiet row-remove" name="do" value="{{.remove}}" formaction="{{formPath}}#caps" data-rows="caps" aria-label="Remove limit {{.number}}">Remove</button></div>
          {{/.caps}}
          <div class="button-row"><button class="button button-small" name="do" value="add_cap" formaction="{{formPath}}#caps" data-rows="caps"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#plus"></use></svg>Add a limit</button></div>
        </div>
        {{#.tags}}{{> editor/input}}{{/.tags}}
      </div>
    </details>
    {{/frequency}}
    {{#personal}}
    <details class="fold"{{#.fold.isOpen}} open{{/.fold.isOpen}}>
      <summary>Personal text <span class="fold-words" data-fold="personal">{{.fold.words}}</span></summary>
      <div class="fields">
        <label class="choice"><input type="checkbox" id="{{.id}}" name="{{.name}}" value="yes"{{#.isChosen}} checked{{/.isChosen}}><span>The server writes it for each person when it shows</span></label>
        {{#.errors}}<p class="error" id="{{.id}}">{{.text}}</p>{{/.errors}}
        <p class="hint">In header, text and buttons, <code class="code">&#123;&#123;user.KEY&#125;&#125;</code> stands for an attribute of the person and <code class="code">&#123;&#123;event.KEY&#125;&#125;</code> for a property of the event. It needs the network at that moment.</p>
      </div>
    </details>
    {{/personal}}
  </section>

  <section class="card section fields" id="review" aria-labelledby="review-title">
    <h2 id="review-title">Review</h2>
    <div class="review" data-review>{{#review}}{{> editor/review}}{{/review}}</div>
    {{^isDraft}}<p class="hint">Devices get the change the next time they ask. The report tells the versions apart.</p>{{/isDraft}}
  </section>

  <div class="editor-bar">
    <p class="editor-verdict" role="status">{{review.verdict}}</p>
    <div class="button-row">
      <a class="button button-quiet to-preview" href="#preview">Preview</a>
      <a class="button button-quiet" href="{{cancelPath}}">Cancel</a>
      {{#isDraft}}<button class="button" name="do" value="save">Save as draft</button><button class="button button-primary" name="do" value="launch">Save and launch</button>{{/isDraft}}
      {{^isDraft}}<button class="button button-primary" name="do" value="save">Save changes</button>{{/isDraft}}
    </div>
  </div>
</div>
<aside class="editor-preview" id="preview" aria-labelledby="preview-title">
  <h2 id="preview-title" class="preview-title">Preview</h2>
  {{> editor/preview}}
</aside>
</form>

"""#)

private let file28: (path: String, text: StaticString) = ("templates/editor/input.mustache", #"""
<div class="field">{{> editor/label}}<input class="input" id="{{.id}}" name="{{.name}}" type="{{.type}}" value="{{.value}}" placeholder=" " autocomplete="off"{{#.inputMode}} inputmode="{{.}}"{{/.inputMode}}{{#.list}} list="{{.}}"{{/.list}}{{> editor/aria}}>{{> editor/notes}}</div>
"""#)

private let file29: (path: String, text: StaticString) = ("templates/editor/kind.mustache", #"""
<fieldset class="field"{{#.describedBy}} aria-describedby="{{.}}"{{/.describedBy}}>
  <legend class="field-label">{{.label}}</legend>
  <div class="kinds">
    {{#.choices}}
    <label class="choice kind-choice"><input type="radio" id="{{.id}}" name="kind" value="{{.value}}"{{#.isChosen}} checked{{/.isChosen}}><span><span class="kind-name">{{.label}}</span>{{#.hint}}<span class="hint">{{.}}</span>{{/.hint}}</span></label>
    {{/.choices}}
  </div>
  {{> editor/notes}}
</fieldset>

"""#)

private let file30: (path: String, text: StaticString) = ("templates/editor/label.mustache", #"""
<label for="{{.id}}">{{.label}}{{#.isOptional}} <span class="field-optional">optional</span>{{/.isOptional}}</label>
"""#)

private let file31: (path: String, text: StaticString) = ("templates/editor/notes.mustache", #"""
{{#.hint}}<p class="hint" id="{{id}}-hint">{{.}}{{#kindHints}} <span data-kinds="{{.kinds}}">{{.text}}</span>{{/kindHints}}</p>{{/.hint}}{{#.errors}}<p class="error" id="{{.id}}">{{.text}}</p>{{/.errors}}{{#.warnings}}<p class="warning" id="{{.id}}"><span class="visually-hidden">Note: </span>{{.text}}</p>{{/.warnings}}

"""#)

private let file32: (path: String, text: StaticString) = ("templates/editor/preview.mustache", #"""
{{#preview}}
<div class="switches">
  {{#.switches}}{{> editor/switch}}{{/.switches}}
  <details class="fold further"{{#.isFurtherOpen}} open{{/.isFurtherOpen}}>
    <summary>More of the device</summary>
    <div class="switches">
      {{#.further}}{{> editor/switch}}{{/.further}}
      {{#.language}}<div class="switch"><label class="switch-name" for="preview-language">{{.label}}</label><select class="input switch-select" id="preview-language" name="{{.name}}">{{#.options}}<option value="{{.value}}"{{#.isChosen}} selected{{/.isChosen}}>{{.label}}</option>{{/.options}}</select></div>{{/.language}}
      <div class="flags">{{#.flags}}<label class="check"><input type="checkbox" id="{{.id}}" name="{{.name}}" value="{{.value}}"{{#.isChosen}} checked{{/.isChosen}}><span>{{.label}}</span></label>{{/.flags}}</div>
    </div>
  </details>
</div>
<div class="device-place">
  <div class="device" data-device="{{.device}}" data-orientation="{{.orientation}}" data-scheme="{{.scheme}}"{{#.hasKeyboard}} data-keyboard{{/.hasKeyboard}}>
    <div class="device-screen">
      <div class="device-app" aria-hidden="true"><span></span><span></span><span></span><span></span><span></span><span></span></div>
      <div class="device-scene"><template shadowrootmode="open"><link rel="stylesheet" href="{{.sceneSheet}}"><style nonce="{{.nonce}}">{{{.css}}}</style>{{#.html}}{{{.}}}{{/.html}}</template></div>
      <div class="device-keyboard" aria-hidden="true"></div>
    </div>
  </div>
</div>
<p class="preview-notice" role="status">{{.notice}}</p>
<ul class="findings" data-findings hidden></ul>
<div class="button-row preview-ends">
  <button class="button button-small" type="button" data-play hidden>Show how it comes</button>
  <a class="button button-small" href="{{.lab}}" data-lab target="_blank" rel="noopener">Try it in the Device Lab<span class="visually-hidden"> (in a new tab)</span></a>
  <button class="button button-small preview-refresh" name="do" value="preview" formaction="{{formPath}}#preview">Refresh the preview</button>
</div>
{{/preview}}

"""#)

private let file33: (path: String, text: StaticString) = ("templates/editor/review.mustache", #"""
<p class="review-sentence">{{sentence}}</p>
<ul class="checks">
  {{#checks}}
  <li class="check-line check-{{.tone}}"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#{{.icon}}"></use></svg><div><p><strong>{{.title}}</strong><span class="visually-hidden">, {{.toneWords}}</span>{{#.words}}: {{.}}{{/.words}}</p>{{#.problems}}<p><a href="{{.href}}">{{.text}}</a></p>{{/.problems}}{{#.notes}}<p>{{#.href}}<a href="{{.}}">{{text}}</a>{{/.href}}{{^.href}}{{.text}}{{/.href}} {{.remedy}}{{#.others}} <a href="{{.href}}" target="_blank" rel="noopener">See “{{.name}}” in a new tab</a>{{/.others}}</p>{{/.notes}}</div></li>
  {{/checks}}
</ul>

"""#)

private let file34: (path: String, text: StaticString) = ("templates/editor/select.mustache", #"""
<div class="field">{{> editor/label}}<select class="input" id="{{.id}}" name="{{.name}}"{{> editor/aria}}>{{#.options}}{{#.label}}<optgroup label="{{.}}">{{/.label}}{{#.options}}<option value="{{.value}}"{{#.isChosen}} selected{{/.isChosen}}>{{.label}}</option>{{/.options}}{{#.label}}</optgroup>{{/.label}}{{/.options}}</select>{{> editor/notes}}</div>
"""#)

private let file35: (path: String, text: StaticString) = ("templates/editor/switch.mustache", #"""
<div class="switch" role="group" aria-label="{{.label}}"><span class="switch-name" aria-hidden="true">{{.label}}</span><span class="switch-options">{{#.options}}<label class="switch-option"><input class="visually-hidden" type="radio" id="{{.id}}" name="{{.name}}" value="{{.value}}"{{#.isChosen}} checked{{/.isChosen}}><span>{{.label}}</span></label>{{/.options}}</span></div>
"""#)

private let file36: (path: String, text: StaticString) = ("templates/editor/trigger.mustache", #"""
<div class="trigger" id="{{.id}}" role="group" aria-label="{{.label}}">
  <div class="trigger-line">
    {{#.kind}}{{> editor/select}}{{/.kind}}
    <div class="trigger-name">{{#.name}}{{> editor/input}}{{/.name}}</div>
    {{#.remove}}<button class="button button-small button-quiet row-remove" name="do" value="{{.}}" formaction="{{formPath}}#{{rows}}" data-rows="{{rows}}">Remove<span class="visually-hidden"> {{label}}</span></button>{{/.remove}}
  </div>
  {{#.keptTrigger}}
  <input type="hidden" name="{{keptTriggerName}}" value="{{.}}">
  <p class="kept kept-trigger">It appears <strong>{{keptTriggerWords}}</strong>. <span class="hint">This was written by a program in a form that has no fields here. It stays as it is unless you choose something else.</span></p>
  {{/.keptTrigger}}
  {{#.group}}
  <div class="trigger-parts" id="{{.id}}">
    {{#.parts}}{{> editor/trigger}}{{/.parts}}
    <div class="button-row"><button class="button button-small" name="do" value="{{.add}}" formaction="{{formPath}}#{{.id}}" data-rows="triggers"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#plus"></use></svg>Add a part</button></div>
  </div>
  {{/.group}}
  {{#.properties}}<datalist id="{{.id}}" data-properties="{{.field}}">{{#.names}}<option value="{{.}}"></option>{{/.names}}</datalist>{{/.properties}}
  <div class="trigger-filter">
    {{#.kept}}
    <input type="hidden" name="{{keptName}}" value="{{.}}">
    <p class="kept">Only if <strong>{{keptWords}}</strong>. <span class="hint">This condition was written by a program in a form that has no fields here. It stays as it is.</span></p>
    <button class="button button-small" name="do" value="{{removeKept}}" formaction="{{formPath}}#{{id}}" data-rows="{{rows}}">Replace it by conditions</button>
    {{/.kept}}
    {{^.kept}}
    {{#.conditions}}
    <div class="condition" role="group" aria-label="Condition {{.number}}">
      {{#.path}}{{> editor/input}}{{/.path}}{{#.test}}{{> editor/select}}{{/.test}}{{#.value}}{{> editor/value}}{{/.value}}
      <button class="button button-small button-quiet row-remove" name="do" value="{{.remove}}" formaction="{{formPath}}#{{id}}" data-rows="{{rows}}" aria-label="Remove condition {{.number}}">Remove</button>
    </div>
    {{/.conditions}}
    <div class="button-row trigger-end">
      <button class="button button-small" name="do" value="{{.addCondition}}" formaction="{{formPath}}#{{.id}}" data-rows="{{.rows}}"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#plus"></use></svg>Add a condition</button>
      {{#.hasSeveralConditions}}<div class="match">{{#match}}{{> editor/select}}{{/match}}</div>{{/.hasSeveralConditions}}
      {{^.hasSeveralConditions}}<input type="hidden" name="{{match.name}}" value="{{match.value}}">{{/.hasSeveralConditions}}
    </div>
    {{/.kept}}
  </div>
  {{#.count}}
  <div class="trigger-count field-row">{{#.count}}{{> editor/select}}{{/.count}}<div class="trigger-times">{{#.times}}{{> editor/input}}{{/.times}}</div></div>
  {{/.count}}
  {{#.window}}
  <div class="trigger-window field-row">{{#.window}}{{> editor/select}}{{/.window}}<div class="trigger-span">{{#.span}}{{> editor/duration}}{{/.span}}</div></div>
  {{/.window}}
</div>

"""#)

private let file37: (path: String, text: StaticString) = ("templates/editor/unit.mustache", #"""
<div class="field"><label class="visually-hidden" for="{{.id}}">{{.label}}</label><select class="input" id="{{.id}}" name="{{.name}}"{{> editor/aria}}>{{#.options}}{{#.options}}<option value="{{.value}}"{{#.isChosen}} selected{{/.isChosen}}>{{.label}}</option>{{/.options}}{{/.options}}</select></div>
"""#)

private let file38: (path: String, text: StaticString) = ("templates/editor/value.mustache", #"""
<div class="field field-value">{{> editor/label}}<textarea class="input" id="{{.id}}" name="{{.name}}" rows="1" placeholder=" "{{> editor/aria}}>
{{.value}}</textarea>{{> editor/notes}}</div>
"""#)

private let file39: (path: String, text: StaticString) = ("templates/people/list.mustache", #"""
<div class="page-head">
  <h1>People</h1>
</div>
{{#isEmpty}}
<div class="empty">
  <svg class="empty-mark" viewBox="0 0 24 24" aria-hidden="true"><use href="{{icons}}#martlet"></use></svg>
  <h2>Nobody has been here yet</h2>
  <p>Everybody whose app talks to this server stands here, with what they did and why they saw what they saw.</p>
  {{#offersLab}}
  <a class="button button-primary" href="/lab">Start a session in the Device Lab</a>
  {{/offersLab}}
</div>
{{/isEmpty}}
{{^isEmpty}}
<div class="toolbar">
  <p class="quiet">Those seen last come first; times are UTC.</p>
  <form class="search" method="get" action="/people" role="search">
    <label class="visually-hidden" for="q">Search people by user id or device id</label>
    <input class="input" id="q" type="search" name="q" value="{{search}}" maxlength="255" placeholder="User id or device id" autocomplete="off" data-behavior="search-key" aria-keyshortcuts="/">
    <button class="button">Search</button>
  </form>
</div>
{{#nothingFound}}
<div class="empty">
  <h2>Nobody found</h2>
  <p>{{nothingFound}}</p>
  <a class="button" href="/people">Show everybody</a>
</div>
{{/nothingFound}}
{{#hasPeople}}
<div class="table-card">
  <table class="table table-folding people-table" role="table">
    <caption class="visually-hidden">People with their devices and when they were seen</caption>
    <thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Person</th><th scope="col" role="columnheader">Devices</th><th scope="col" role="columnheader">First seen</th><th scope="col" role="columnheader">Last seen (UTC)</th></tr></thead>
    <tbody role="rowgroup">
      {{#people}}
      <tr role="row">
        <th scope="row" role="rowheader" class="cell-person"><a href="{{href}}">{{name}}</a>{{#isAnonymous}} <span class="chip chip-plain">not signed in</span>{{/isAnonymous}}{{#isTest}} <span class="chip chip-plain">test device</span>{{/isTest}}</th>
        <td role="cell" data-label="Devices">{{devices}}</td>
        <td role="cell" data-label="First seen">{{firstSeen}}</td>
        <td role="cell" data-label="Last seen"><span title="{{lastSeenInFull}}">{{lastSeen}}</span></td>
      </tr>
      {{/people}}
    </tbody>
  </table>
</div>
{{/hasPeople}}
<nav class="after-table button-row" aria-label="Pages of people">
  {{#firstHref}}
  <a class="button" href="{{firstHref}}">Back to the first page</a>
  {{/firstHref}}
  {{#nextHref}}
  <a class="button" href="{{nextHref}}">Next page</a>
  {{/nextHref}}
</nav>
{{/isEmpty}}

"""#)

private let file40: (path: String, text: StaticString) = ("templates/people/person.mustache", #"""
<div class="page-head">
  <div class="campaign-title">
    <h1>{{name}}</h1>
    {{#isAnonymous}}
    <span class="chip">Not signed in</span>
    {{/isAnonymous}}
  </div>
</div>
<div class="stack">
  <section class="card person-facts" aria-labelledby="facts-title">
    <h2 id="facts-title" class="visually-hidden">Facts</h2>
    <dl class="fact-row">
      {{#facts}}
      <div><dt>{{term}}</dt><dd>{{text}}</dd></div>
      {{/facts}}
    </dl>
  </section>
  <div class="columns">
    <section class="card" aria-labelledby="attributes-title">
      <div class="card-head"><h2 id="attributes-title">Attributes</h2></div>
      {{#hasAttributes}}
      <dl class="facts">
        {{#attributes}}
        <dt>{{key}}</dt>
        <dd>{{value}}<span class="hint attribute-note">set {{setAt}}{{#isAnonymous}}, before signing in{{/isAnonymous}}</span></dd>
        {{/attributes}}
      </dl>
      {{/hasAttributes}}
      {{^hasAttributes}}
      <p class="quiet">The app has set no attribute of this person.</p>
      {{/hasAttributes}}
    </section>
    <section class="card" id="devices" aria-labelledby="devices-title">
      <div class="card-head"><h2 id="devices-title">Devices</h2></div>
      <ul class="person-devices">
        {{#devices}}
        <li>
          <div>
            <p><strong>{{deviceName}}</strong>{{#isTest}} <span class="chip chip-good">Test device</span>{{/isTest}}</p>
            <p class="hint">{{deviceFacts}}</p>
            <p class="hint"><span class="code">{{deviceID}}</span></p>
          </div>
          <form method="post" action="{{path}}/test-device">
            <input type="hidden" name="csrf" value="{{csrfToken}}"><input type="hidden" name="device" value="{{deviceID}}"><input type="hidden" name="test" value="{{#isTest}}off{{/isTest}}{{^isTest}}on{{/isTest}}">
            <button class="button button-small" aria-label="{{#isTest}}End testing on {{deviceName}}{{/isTest}}{{^isTest}}Make {{deviceName}} a test device{{/isTest}}">{{#isTest}}End testing{{/isTest}}{{^isTest}}Make it a test device{{/isTest}}</button>
          </form>
        </li>
        {{/devices}}
      </ul>
      {{^devices}}
      <p class="quiet">No device has sent anything yet.</p>
      {{/devices}}
      <p class="hint person-hint">A test device reports every decision, however few the other devices report.</p>
    </section>
  </div>
  <section id="timeline" aria-labelledby="timeline-title">
    <div class="section-head">
      <h2 id="timeline-title">Timeline</h2>
      <nav class="filters" aria-label="What the timeline shows">
        {{#filters}}
        <a class="filter" href="{{href}}"{{#isCurrent}} aria-current="true"{{/isCurrent}}>{{label}}</a>
        {{/filters}}
      </nav>
    </div>
    {{^hasEntries}}
    <div class="card"><p class="quiet">{{emptyText}}</p></div>
    {{/hasEntries}}
    {{#days}}
    <section class="timeline-day" aria-label="{{day}}">
      <h3>{{day}}</h3>
      <ol class="table-card timeline-list">
        {{#entries}}
        <li class="timeline-entry">
          <span class="timeline-time" title="{{timeTitle}}">{{time}}</span>
          <div class="timeline-what">
            <p><span class="chip chip-{{tone}}">{{chip}}</span> {{#title}}<span class="timeline-title">{{title}}</span>{{/title}}{{#subject}} {{#subjectHref}}<a href="{{subjectHref}}">{{subjectName}}</a>{{/subjectHref}}{{^subjectHref}}{{subjectName}}{{/subjectHref}}{{/subject}}</p>
            {{#detail}}
            <p class="timeline-detail">{{detail}}</p>
            {{/detail}}
            {{#decision}}
            {{#isGone}}
            <p class="timeline-detail">Its record is no longer kept; what became of messages stands beside it.</p>
            {{/isGone}}
            {{#candidates}}
            {{#first()}}
            <details class="more timeline-more">
              <summary>Every campaign that was asked, and why</summary>
              <ul class="candidates">
            {{/first()}}
                <li class="candidate">
                  <p>{{#candidateHref}}<a href="{{candidateHref}}">{{candidateName}}</a>{{/candidateHref}}{{^candidateHref}}{{candidateName}}{{/candidateHref}} <span class="quiet">version {{version}}</span> <span class="chip{{#isChosen}} chip-good{{/isChosen}}">{{verdict}}</span></p>
                  {{#reason}}
                  <p class="timeline-detail">{{reason}}</p>
                  {{/reason}}
                  <dl class="candidate-values">
                    {{#values}}
                    <div><dt>{{valueName}}</dt><dd>{{valueText}}</dd></div>
                    {{/values}}
                  </dl>
                </li>
            {{#last()}}
              </ul>
              {{#omitted}}
              <p class="quiet">{{omitted}}</p>
              {{/omitted}}
            </details>
            {{/last()}}
            {{/candidates}}
            {{/decision}}
          </div>
        </li>
        {{/entries}}
      </ol>
    </section>
    {{/days}}
    <nav class="after-table button-row" aria-label="Pages of the timeline">
      {{#firstHref}}
      <a class="button" href="{{firstHref}}">Back to the newest</a>
      {{/firstHref}}
      {{#nextHref}}
      <a class="button" href="{{nextHref}}">Show older</a>
      {{/nextHref}}
    </nav>
  </section>
</div>

"""#)

private let file41: (path: String, text: StaticString) = ("templates/settings/settings.mustache", #"""
<div class="page-head">
  <h1>Settings</h1>
</div>
<div class="stack">
  {{#created}}
  <section class="card created-key" aria-labelledby="created-title" tabindex="-1" data-behavior="focus-problems">
    <h2 id="created-title">The {{scopeWords}} “{{keyName}}” is created</h2>
    <p>It is shown this once; the server keeps only its fingerprint. {{advice}}</p>
    <div class="copy-row">
      <code class="secret" id="secret">{{secret}}</code>
      <button type="button" class="button" data-behavior="copy" data-copy="secret" hidden>Copy the key</button>
    </div>
  </section>
  {{/created}}
  <section class="card" aria-labelledby="keys-title">
    <div class="card-head"><h2 id="keys-title">Keys</h2><p>What apps and programs sign in with. A key’s secret is never stored.</p></div>
    {{#hasKeys}}
    <table class="table table-folding key-table" role="table">
      <caption class="visually-hidden">Keys in use</caption>
      <thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Name</th><th scope="col" role="columnheader">Kind</th><th scope="col" role="columnheader">Begins with</th><th scope="col" role="columnheader">Created</th><th scope="col" role="columnheader"><span class="visually-hidden">Actions</span></th></tr></thead>
      <tbody role="rowgroup">
        {{#keys}}
        <tr role="row">
          <th scope="row" role="rowheader">{{name}}</th>
          <td role="cell" data-label="Kind"><span title="{{scopeHint}}">{{scopeName}}</span></td>
          <td role="cell" data-label="Begins with"><span class="code">{{prefix}}…</span></td>
          <td role="cell" data-label="Created">{{createdAt}}</td>
          <td role="cell" class="cell-actions">
            <button type="button" class="button button-small button-bad" popovertarget="revoke-{{index}}">Revoke …<span class="visually-hidden"> {{name}}</span></button>
            <div class="dialog" id="revoke-{{index}}" popover role="dialog" aria-labelledby="revoke-title-{{index}}">
              <h2 id="revoke-title-{{index}}">Revoke “{{name}}”?</h2>
              <p>Whatever uses this key is refused from now on: apps with it get no campaigns and cannot deliver their events. This cannot be undone; create a new key first if one is needed.</p>
              <form method="post" action="/settings/keys/{{id}}/revoke" class="button-row">
                <input type="hidden" name="csrf" value="{{csrfToken}}">
                <button type="button" class="button" popovertarget="revoke-{{index}}" popovertargetaction="hide">Keep it</button>
                <button class="button button-bad">Revoke “{{name}}”</button>
              </form>
            </div>
          </td>
        </tr>
        {{/keys}}
      </tbody>
    </table>
    {{/hasKeys}}
    {{^hasKeys}}
    <p class="quiet">There is no key in use, so no app can connect. Create a device key below.</p>
    {{/hasKeys}}
    {{#hasRevoked}}
    <details class="more">
      <summary>Revoked keys</summary>
      <ul class="revoked">
        {{#revoked}}
        <li><span>{{name}}</span> <span class="quiet">{{scopeName}}, <span class="code">{{prefix}}…</span>, revoked {{revokedAt}}</span></li>
        {{/revoked}}
      </ul>
    </details>
    {{/hasRevoked}}
  </section>
  <section class="card" aria-labelledby="new-key-title">
    <div class="card-head"><h2 id="new-key-title">Create a key</h2></div>
    <form method="post" action="/settings/keys" class="fields key-form">
      <input type="hidden" name="csrf" value="{{csrfToken}}">
      <div class="field">
        <label for="key-name">Name</label>
        <input class="input" id="key-name" name="name" value="{{nameValue}}" maxlength="120" autocomplete="off" aria-describedby="key-name-note"{{#nameProblem}} aria-invalid="true" data-behavior="focus-problems"{{/nameProblem}}>
        {{#nameProblem}}
        <p class="error" id="key-name-note">{{nameProblem}}</p>
        {{/nameProblem}}
        {{^nameProblem}}
        <p class="hint" id="key-name-note">What it is for, such as “Shop app, release builds”.</p>
        {{/nameProblem}}
      </div>
      <fieldset class="fields">
        <legend>Kind</legend>
        {{#scopes}}
        <label class="check"><input type="radio" name="scope" value="{{value}}"{{#isChecked}} checked{{/isChecked}}><span>{{label}}<span class="hint check-hint">{{hint}}</span></span></label>
        {{/scopes}}
      </fieldset>
      <div><button class="button button-primary">Create key</button></div>
    </form>
  </section>
  <section class="card" id="frequency" aria-labelledby="frequency-title">
    <div class="card-head"><h2 id="frequency-title">How often people see messages</h2><p>Limits over all campaigns together, or over those with a tag. A message that would go beyond one is held back, and its decision says so.</p></div>
    <form method="post" action="/settings/caps#frequency" class="fields">
      <input type="hidden" name="csrf" value="{{csrfToken}}">
      <button class="visually-hidden" name="do" value="save" tabindex="-1" aria-hidden="true">Save</button>
      {{#capsProblem}}<p class="error" tabindex="-1" data-behavior="focus-problems">{{capsProblem}}</p>{{/capsProblem}}
      {{#caps}}
      <div class="cap" role="group" aria-label="Limit {{capNumber}}">
        <div class="field">
          <label for="cap-limit-{{capIndex}}">At most, messages</label>
          <input class="input" id="cap-limit-{{capIndex}}" name="limit" value="{{capLimit}}" inputmode="numeric" maxlength="9" autocomplete="off"{{#limitProblem}} aria-invalid="true" aria-describedby="cap-limit-note-{{capIndex}}" data-behavior="focus-problems"{{/limitProblem}}>
          {{#limitProblem}}<p class="error" id="cap-limit-note-{{capIndex}}">{{limitProblem}}</p>{{/limitProblem}}
        </div>
        <div class="field">
          <label for="cap-within-{{capIndex}}">For each person</label>
          <select class="input" id="cap-within-{{capIndex}}" name="within"{{#windowProblem}} aria-invalid="true" aria-describedby="cap-within-note-{{capIndex}}" data-behavior="focus-problems"{{/windowProblem}}>{{#windows}}<option value="{{windowValue}}"{{#isChosen}} selected{{/isChosen}}>{{windowLabel}}</option>{{/windows}}</select>
          {{#windowProblem}}<p class="error" id="cap-within-note-{{capIndex}}">{{windowProblem}}</p>{{/windowProblem}}
        </div>
        <div class="field">
          <label for="cap-tag-{{capIndex}}">Only with the tag <span class="field-optional">(optional)</span></label>
          <input class="input" id="cap-tag-{{capIndex}}" name="tag" value="{{capTag}}" maxlength="50" autocomplete="off" placeholder="all campaigns"{{#tagProblem}} aria-invalid="true" aria-describedby="cap-tag-note-{{capIndex}}" data-behavior="focus-problems"{{/tagProblem}}>
          {{#tagProblem}}<p class="error" id="cap-tag-note-{{capIndex}}">{{tagProblem}}</p>{{/tagProblem}}
        </div>
        <button class="button button-small button-quiet cap-remove" name="do" value="remove_cap.{{capIndex}}" aria-label="Remove limit {{capNumber}}">Remove</button>
      </div>
      {{/caps}}
      {{^hasCaps}}<p class="quiet">There is no limit: people see every message whose campaign allows it.</p>{{/hasCaps}}
      {{#capsUnsaved}}<p class="hint" role="status">Not saved yet.</p>{{/capsUnsaved}}
      <div class="button-row">
        {{#canAddCap}}<button class="button" name="do" value="add_cap">Add a limit</button>{{/canAddCap}}
        <button class="button button-primary" name="do" value="save">Save limits</button>
      </div>
    </form>
  </section>
  <section class="card" id="decisions" aria-labelledby="decisions-title">
    <div class="card-head"><h2 id="decisions-title">Decisions reported by devices</h2><p>Reports of why a campaign was or was not chosen can be many. What was shown, clicked, closed or held back is always counted, and test devices report every decision.</p></div>
    <form method="post" action="/settings/decisions#decisions" class="fields key-form">
      <input type="hidden" name="csrf" value="{{csrfToken}}">
      <div class="field">
        <label for="share">Share in percent</label>
        <input class="input" id="share" name="share" value="{{share}}" inputmode="decimal" maxlength="9" autocomplete="off" aria-describedby="share-note"{{#shareProblem}} aria-invalid="true" data-behavior="focus-problems"{{/shareProblem}}>
        {{#shareProblem}}
        <p class="error" id="share-note">Give a number from 0 to 100.</p>
        {{/shareProblem}}
        {{^shareProblem}}
        <p class="hint" id="share-note">100 reports all decisions, 0 none.</p>
        {{/shareProblem}}
      </div>
      <div><button class="button button-primary">Save share</button></div>
    </form>
  </section>
  <section class="card" aria-labelledby="swift-title">
    <div class="card-head"><h2 id="swift-title">Connect an app</h2><p>{{snippetHint}}</p></div>
    <div class="snippet" role="region" aria-label="Swift code" tabindex="0"><pre><code id="snippet">{{snippet}}</code></pre></div>
    <div class="copy-row"><button type="button" class="button" data-behavior="copy" data-copy="snippet" hidden>Copy the code</button></div>
  </section>
</div>

"""#)

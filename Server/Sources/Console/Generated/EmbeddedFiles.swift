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

private let file2: (path: String, text: StaticString) = ("css/console/report.css", #"""
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

private let file3: (path: String, text: StaticString) = ("css/console/settings.css", #"""
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

  .check-hint {
    display: block;
  }

  .revoked {
    display: grid;
    gap: var(--s2);
  }

  @media (max-width: 760px) {
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

private let file4: (path: String, text: StaticString) = ("js/behaviors/chart-values.js", #"""
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

private let file5: (path: String, text: StaticString) = ("js/console.js", #"""
// What only the console's pages do.
import "./chart-values.js";

"""#)

private let file6: (path: String, text: StaticString) = ("templates/campaigns/campaign.mustache", #"""
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
    <input type="hidden" name="csrf" value="{{csrfToken}}">
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
      <li>{{#href}}<a href="{{href}}">{{text}}</a>{{/href}}{{#remedy}} {{remedy}}{{/remedy}}</li>
      {{/items}}
    </ul>
  </section>
  {{/problems}}
  {{#warnings}}
  <section class="problems problems-warn" aria-labelledby="warnings">
    <h2 id="warnings">{{heading}}</h2>
    <ul>
      {{#items}}
      <li>{{#href}}<a href="{{href}}">{{text}}</a>{{/href}}{{#remedy}} {{remedy}}{{/remedy}}</li>
      {{/items}}
    </ul>
  </section>
  {{/warnings}}
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

private let file7: (path: String, text: StaticString) = ("templates/campaigns/decisions.mustache", #"""
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
          <td role="cell" class="cell-person">{{person}}</td>
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

private let file8: (path: String, text: StaticString) = ("templates/campaigns/list.mustache", #"""
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

private let file9: (path: String, text: StaticString) = ("templates/campaigns/report.mustache", #"""
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

private let file10: (path: String, text: StaticString) = ("templates/settings/settings.mustache", #"""
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
  <section class="card" aria-labelledby="swift-title">
    <div class="card-head"><h2 id="swift-title">Connect an app</h2><p>{{snippetHint}}</p></div>
    <div class="snippet" role="region" aria-label="Swift code" tabindex="0"><pre><code id="snippet">{{snippet}}</code></pre></div>
    <div class="copy-row"><button type="button" class="button" data-behavior="copy" data-copy="snippet" hidden>Copy the code</button></div>
  </section>
</div>

"""#)

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
  ]
}

private let file0: (path: String, text: StaticString) = ("css/lab/10-page.css", #"""
/* The lab's page: palette, devices, timeline. */
@layer components {
  .lab-head {
    margin-block-end: var(--s4);
  }

  .lab-head > :first-child {
    flex: 1 1 300px;
  }

  .lab-lead {
    color: var(--ink-2);
  }

  .lab-order {
    inline-size: 280px;
    gap: var(--s3);
    padding: var(--s4);
  }

  .lab-order .button {
    display: inline-flex;
    border: 1px solid var(--accent);
    background: var(--accent);
    color: var(--on-accent);
    text-align: center;
  }

  .lab-order .button:hover {
    background: var(--accent-strong);
  }

  .lab-shared {
    display: grid;
    gap: var(--s2);
    max-inline-size: 720px;
    margin-block-end: var(--s4);
    padding: var(--s3) var(--s4);
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
    background: var(--surface);
    box-shadow: var(--shadow);
  }

  .lab-shared[hidden] {
    display: none;
  }

  .lab-shared label {
    color: var(--ink-2);
    font-size: 13px;
    line-height: 18px;
  }

  .lab-shared-status {
    min-block-size: 18px;
    color: var(--good);
    font-size: 13px;
    line-height: 18px;
  }

  .lab-devices {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    margin-block-end: var(--s4);
  }

  .lab-devices .filter {
    background: none;
    cursor: pointer;
  }

  .lab-devices .filter[aria-pressed="true"] {
    border-color: var(--accent);
    background: var(--accent-soft);
    color: var(--accent);
  }

  .lab-table {
    display: grid;
    grid-template-columns: 248px minmax(0, 1fr) minmax(300px, 380px);
    grid-template-areas: "palette stage timeline";
    align-items: start;
    gap: var(--s5);
  }

  .lab-palette {
    grid-area: palette;
  }

  .lab-stage {
    grid-area: stage;
    display: flex;
    justify-content: center;
    gap: var(--s5);
    min-inline-size: 0;
  }

  .lab-timeline {
    grid-area: timeline;
    min-inline-size: 0;
  }

  @media (min-width: 861px) {
    .lab-palette,
    .lab-timeline {
      position: sticky;
      inset-block-start: var(--s4);
      max-block-size: calc(100vh - 32px);
      overflow-y: auto;
      scrollbar-width: thin;
    }
  }

  @media (max-width: 1500px) {
    .lab-table.is-wide {
      grid-template-columns: 248px minmax(0, 1fr);
      grid-template-areas: "palette stage" "palette timeline";
    }

    .lab-table.is-wide .lab-timeline {
      position: static;
      max-block-size: none;
    }
  }

  @media (max-width: 1120px) {
    .lab-table,
    .lab-table.is-wide {
      grid-template-columns: 240px minmax(0, 1fr);
      grid-template-areas: "palette stage" "palette timeline";
    }

    .lab-timeline {
      position: static;
      max-block-size: none;
    }
  }

  @media (max-width: 640px) {
    .lab-table,
    .lab-table.is-wide {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: "stage" "palette" "timeline";
    }

    .lab-head {
      margin-block-end: var(--s3);
    }
  }
}

"""#)

private let file1: (path: String, text: StaticString) = ("css/lab/20-palette.css", #"""
/* What can be done to a device. */
@layer components {
  .lab-palette {
    display: grid;
    align-content: start;
    gap: var(--s3);
    padding: 2px;
    margin: -2px;
  }

  .lab-target {
    color: var(--ink-3);
    font-size: 13px;
    line-height: 18px;
  }

  .lab-target strong {
    color: var(--ink);
    font-weight: 500;
  }

  .lab-group {
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
    background: var(--surface);
    box-shadow: var(--shadow);
  }

  .lab-group > summary {
    padding: 10px var(--s4);
    border-radius: var(--radius-card);
    font-weight: 650;
    cursor: pointer;
  }

  .lab-group-body {
    display: grid;
    gap: var(--s4);
    padding: 0 var(--s4) var(--s4);
  }

  .lab-group-body > *,
  .lab-form > * {
    min-inline-size: 0;
  }

  .lab-label {
    margin-block-end: var(--s1);
    color: var(--ink-2);
    font-size: 13px;
    font-weight: 500;
    line-height: 18px;
  }

  .lab-suggestions {
    display: grid;
    gap: 6px;
  }

  .lab-suggestion {
    inline-size: 100%;
    padding: 6px 10px;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-field);
    background: var(--surface);
    color: var(--ink);
    text-align: start;
    overflow-wrap: anywhere;
    cursor: pointer;
    transition: background-color var(--quick);
  }

  .lab-suggestion:hover:enabled {
    border-color: var(--accent);
    background: var(--accent-soft);
  }

  .lab-suggestion-name {
    margin-inline-end: 6px;
    font-weight: 500;
  }

  .lab-suggestion-for {
    display: block;
    color: var(--ink-3);
    font-size: 12px;
    line-height: 16px;
  }

  .lab-code {
    font: 400 12px/18px var(--mono);
  }

  .lab-form {
    display: grid;
    gap: var(--s2);
  }

  .lab-form .button {
    justify-self: start;
  }

  .lab-form .error:empty {
    display: none;
  }

  .lab-form label {
    font-size: 13px;
    line-height: 18px;
  }

  textarea.lab-code {
    min-block-size: 44px;
  }

  .lab-inline {
    display: flex;
    gap: var(--s2);
  }

  .lab-inline .input {
    min-inline-size: 0;
  }

  .lab-inline .button {
    align-self: center;
    flex: none;
  }

  .lab-pair {
    display: grid;
    grid-template-columns: 1fr 1fr 1fr;
    gap: var(--s2);
  }

  .lab-pair .input {
    padding-inline: var(--s2);
  }

  .lab-more > summary {
    color: var(--ink-2);
    font-size: 13px;
    font-weight: 500;
    cursor: pointer;
  }

  .lab-more[open] > summary {
    margin-block-end: var(--s2);
  }

  .lab-settings {
    gap: var(--s3);
  }

  .lab-setting {
    display: grid;
    gap: var(--s1);
  }

  .lab-setting[hidden] {
    display: none;
  }

  .lab-setting label {
    display: flex;
    justify-content: space-between;
    font-size: 13px;
    font-weight: 500;
    line-height: 18px;
  }

  .lab-setting output {
    color: var(--ink-3);
    font-weight: 400;
  }

  .lab-setting input[type="range"] {
    inline-size: 100%;
    block-size: 24px;
    margin: 0;
    accent-color: var(--accent);
  }

  .lab-switches {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 6px;
  }

  .lab-advance {
    display: grid;
    grid-template-columns: auto 1fr 1fr;
    white-space: nowrap;
    gap: 6px;
  }

  .lab-switch[aria-disabled="true"] {
    opacity: 0.5;
    cursor: progress;
  }

  .lab-switch {
    min-block-size: 32px;
    padding: 5px var(--s2);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius-field);
    background: var(--surface);
    color: var(--ink);
    font-size: 13px;
    font-weight: 500;
    line-height: 18px;
    cursor: pointer;
    transition: background-color var(--quick);
  }

  .lab-switch:hover:enabled {
    background: var(--hover);
  }

  .lab-switch[aria-pressed="true"] {
    border-color: var(--accent);
    background: var(--accent-soft);
    color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }

  .lab-switch-bad {
    color: var(--bad);
  }

  .lab-switch:disabled,
  .lab-suggestion:disabled {
    opacity: 0.5;
    cursor: default;
  }

  @media (max-width: 640px) {
    .lab-switch {
      min-block-size: 44px;
    }
  }
}

"""#)

private let file2: (path: String, text: StaticString) = ("css/lab/30-device.css", #"""
/* A device: its frame, its screen, and what surrounds an app on it. The screen has its true size in points and is scaled as a whole. */
@layer components {
  .device {
    --shell: #1b1e26;
    --shell-edge: #3a3f4d;
    min-inline-size: 0;
  }

  .device-head {
    display: flex;
    align-items: center;
    gap: var(--s2);
    inline-size: max(var(--fit-width, 280px), 240px);
    max-inline-size: 100%;
    min-block-size: 36px;
    margin-block-end: var(--s2);
  }

  .device-name {
    min-block-size: 28px;
    padding: 3px 10px;
    border: 1px solid var(--line-strong);
    border-radius: 99px;
    background: none;
    color: var(--ink-2);
    font-weight: 500;
    white-space: nowrap;
    cursor: pointer;
  }

  .device.is-selected .device-name {
    border-color: var(--accent);
    background: var(--accent-soft);
    color: var(--accent);
  }

  .device-facts {
    display: flex;
    flex: 1;
    gap: 6px;
    min-inline-size: 0;
    overflow: hidden;
  }

  .device-fact {
    padding: 1px 8px;
    border-radius: 99px;
    background: var(--hover);
    color: var(--ink-2);
    font-size: 12px;
    line-height: 18px;
    white-space: nowrap;
  }

  .device-fact-user {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .device-fact-warn {
    background: var(--warn-soft);
    color: var(--warn);
  }

  .device-fact-clock {
    background: var(--accent-soft);
    color: var(--accent);
    font-variant-numeric: tabular-nums;
  }

  .device-waits {
    display: grid;
    gap: 2px;
    max-inline-size: max(var(--fit-width, 280px), 240px);
    margin-block-end: var(--s2);
    padding: var(--s2) var(--s3);
    border-radius: var(--radius-field);
    background: var(--hover);
    color: var(--ink-2);
    font-size: 12px;
    line-height: 18px;
    overflow-wrap: anywhere;
    list-style: none;
  }

  .device-waits[hidden] {
    display: none;
  }

  .device-remove {
    display: grid;
    place-items: center;
    inline-size: 32px;
    block-size: 32px;
    flex: none;
    padding: 0;
    border: 0;
    border-radius: var(--radius-field);
    background: none;
    color: var(--ink-3);
    cursor: pointer;
  }

  .device-remove:hover {
    background: var(--bad-soft);
    color: var(--bad);
  }

  .device-lost {
    max-inline-size: max(var(--fit-width, 280px), 240px);
    margin-block-end: var(--s2);
    padding: var(--s2) var(--s3);
    border-radius: var(--radius-field);
    background: var(--warn-soft);
    color: var(--warn);
    font-size: 13px;
    line-height: 18px;
  }

  .device-lock {
    max-inline-size: max(var(--fit-width, 280px), 240px);
    margin-block-end: var(--s2);
    color: var(--ink-2);
    font-size: 12px;
    line-height: 18px;
  }

  .device.is-lost .device-screen {
    filter: grayscale(0.7);
  }

  .device-fit {
    inline-size: var(--fit-width);
    block-size: var(--fit-height);
    margin-inline: auto;
  }

  .device-frame {
    inline-size: calc(var(--screen-width) + 2 * var(--bezel));
    block-size: calc(var(--screen-height) + 2 * var(--bezel));
    padding: var(--bezel);
    border-radius: calc(var(--corner) + var(--bezel));
    background: var(--shell);
    box-shadow: inset 0 0 0 2px var(--shell-edge), 0 18px 50px light-dark(#141a2633, #00000080), 0 2px 6px light-dark(#141a2626, #00000066);
    transform: scale(var(--scale));
    transform-origin: 0 0;
  }

  /* Held on its side, or upright, while the interface stays as it was. */
  .device.is-turned .device-frame {
    transform: translateY(var(--fit-height)) rotate(-90deg) scale(var(--scale));
  }

  .device[data-model="small_phone"] { --corner: 26px; }
  .device[data-model="large_phone"] { --corner: 48px; }
  .device[data-model="tablet"] { --corner: 22px; }

  .device-screen {
    position: relative;
    inline-size: var(--screen-width);
    block-size: var(--screen-height);
    overflow: hidden;
    border-radius: var(--corner);
    background: var(--app-back);
    color: var(--app-ink);
    font: 400 16px/22px var(--family);
    isolation: isolate;
  }

  .device-screen[data-scheme="light"] {
    color-scheme: light;
    --app-back: #f5f3ee;
    --app-card: #ffffff;
    --app-ink: #23262d;
    --app-ink-2: #5d636f;
    --app-line: #e3dfd6;
    --app-accent: #0f5c4f;
    --app-on-accent: #ffffff;
    --app-art: #d8e6df;
  }

  .device-screen[data-scheme="dark"] {
    color-scheme: dark;
    --app-back: #14171a;
    --app-card: #20252a;
    --app-ink: #f0f1f0;
    --app-ink-2: #a9b1b3;
    --app-line: #32393f;
    --app-accent: #7fd3bf;
    --app-on-accent: #0b1c18;
    --app-art: #2b3a38;
  }

  .device-app,
  .device-second,
  .device-ghost,
  .device-scene,
  .device-home {
    position: absolute;
    inset: 0;
  }

  .device-ghost,
  .device-scene {
    pointer-events: none;
  }

  .device-second[hidden] {
    display: none;
  }

  /* Two windows: the first is on the left, whichever way one reads. */
  .device[data-split] .device-screen {
    background: #0b0e14;
  }

  .device[data-split] :is(.device-app, .device-second) {
    overflow: hidden;
    border-radius: 12px;
    background: var(--app-back);
  }

  .device[data-split] :is(.device-app, [data-window="first"]) {
    right: calc(50% + 5px);
  }

  .device[data-split] :is(.device-second, [data-window="second"]) {
    left: calc(50% + 5px);
  }

  .device-ghost {
    opacity: 0;
    transition: opacity var(--quick);
  }

  .device-ghost.is-shown {
    opacity: 0.45;
  }

  .device-status {
    position: absolute;
    inset-block-start: 0;
    inset-inline: max(22px, var(--safe-leading)) max(18px, var(--safe-trailing));
    display: flex;
    align-items: center;
    justify-content: space-between;
    block-size: max(20px, var(--safe-top));
    font-size: 14px;
    font-weight: 650;
    line-height: 20px;
    direction: ltr;
    pointer-events: none;
    transition: opacity var(--quick);
  }

  .device[data-model="large_phone"] .device-status {
    inset-inline: 36px 30px;
    padding-block-start: 6px;
    font-size: 17px;
  }

  .device[data-orientation="landscape"]:not([data-model="tablet"]) .device-status,
  .device.hides-status .device-status {
    opacity: 0;
  }

  .device-signs svg {
    display: block;
    inline-size: 52px;
    block-size: 14px;
    fill: currentcolor;
    stroke: none;
  }

  .device-signs rect[fill="none"],
  .device-signs path:last-child,
  .device-no-bars {
    stroke: currentcolor;
    stroke-width: 1.5;
  }

  .device-screen[data-online="true"] .device-no-bars,
  .device-screen[data-online="false"] .device-bars {
    display: none;
  }

  /* Over the app and over messages, which stay above it. */
  .device-keyboard {
    position: absolute;
    inset-inline: 0;
    inset-block-end: 0;
    display: grid;
    grid-auto-rows: 1fr;
    gap: 10px;
    block-size: var(--keyboard);
    padding: 10px max(4px, var(--safe-trailing)) calc(6px + var(--safe-bottom)) max(4px, var(--safe-leading));
    background: light-dark(#cdd1d9, #23262c);
    color: light-dark(#14171c, #f2f3f5);
    direction: ltr;
    pointer-events: none;
  }

  .device-keyboard[hidden] {
    display: none;
  }

  .keyboard-row {
    display: flex;
    justify-content: center;
    gap: 6px;
  }

  .keyboard-row:nth-child(2) {
    padding-inline: 5%;
  }

  .key {
    display: grid;
    place-items: center;
    flex: 1 1 0;
    border-radius: 5px;
    background: light-dark(#ffffff, #5b5f68);
    box-shadow: 0 1px 0 light-dark(#888c95, #0c0d0f);
    font-size: 20px;
    line-height: 1;
  }

  .key-shift,
  .key-delete,
  .key-digits,
  .key-return {
    flex-grow: 1.5;
    background: light-dark(#aeb4c0, #3f434b);
  }

  .key-space {
    flex-grow: 5;
  }

  .device-bar {
    position: absolute;
    inset-block-end: 8px;
    inset-inline-start: 50%;
    inline-size: 36%;
    max-inline-size: 260px;
    block-size: 5px;
    border-radius: 9px;
    background: currentcolor;
    opacity: 0.7;
    transform: translateX(-50%);
    pointer-events: none;
  }

  [dir="rtl"] > .device-bar {
    transform: translateX(50%);
  }

  .device[data-model="small_phone"] .device-bar {
    display: none;
  }

  /* The pill that hides the camera. */
  .device[data-model="large_phone"] .device-screen::after {
    content: "";
    position: absolute;
    inset-block-start: 14px;
    inset-inline-start: calc(50% - 58px);
    inline-size: 116px;
    block-size: 34px;
    border-radius: 20px;
    background: #0b0c10;
    pointer-events: none;
  }

  .device[data-model="large_phone"][data-orientation="landscape"] .device-screen::after {
    inset-block-start: calc(50% - 58px);
    inset-inline-start: auto;
    left: 14px;
    inline-size: 34px;
    block-size: 116px;
  }

  .device-home {
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 15%;
    padding: 24px;
    background: linear-gradient(160deg, #29406e, #16233f 55%, #3a2a4f);
    color: #ffffff;
  }

  .device-home:not([hidden]) ~ .device-bar,
  .device-screen:has(> .device-home:not([hidden])) > .device-status {
    color: #ffffff;
    z-index: 1;
  }

  .device-home-clock {
    font-size: 64px;
    font-weight: 300;
    line-height: 72px;
    letter-spacing: -0.02em;
  }

  .device-icon {
    display: grid;
    justify-items: center;
    gap: 8px;
    padding: 8px;
    border: 0;
    border-radius: 14px;
    background: none;
    color: #ffffff;
    font-size: 14px;
    line-height: 18px;
    cursor: pointer;
  }

  .device-icon:focus-visible {
    outline-color: #ffffff;
  }

  .device-icon svg {
    inline-size: 72px;
    block-size: 72px;
    border-radius: 18px;
    background: linear-gradient(#18806d, #0f5c4f);
    fill: #ffffff;
    stroke: #ffffff;
    stroke-width: 3;
    box-shadow: 0 6px 18px #00000055;
    transition: scale var(--quick);
  }

  .device-icon:hover svg {
    scale: 1.04;
  }

  .device-screen > :is(.device-app, .device-second, .device-home)[inert] {
    pointer-events: none;
  }
}

"""#)

private let file3: (path: String, text: StaticString) = ("css/lab/40-shop.css", #"""
/* The demo app. It follows the device's colours, text size and reading direction, not the page's. */
@layer components {
  .shop {
    display: flex;
    flex-direction: column;
    gap: 12px;
    block-size: 100%;
    padding: calc(max(20px, var(--safe-top)) + 14px) calc(18px + var(--safe-trailing)) 0 calc(18px + var(--safe-leading));
    overflow: hidden auto;
    scrollbar-width: none;
    font-size: calc(15px * var(--text-scale));
    line-height: 1.35;
  }

  .shop-head {
    display: grid;
  }

  .shop-title {
    font-size: calc(28px * min(var(--text-scale), 2));
    font-weight: 650;
    letter-spacing: -0.02em;
    line-height: 1.2;
  }

  .shop-sub,
  .shop-price {
    color: var(--app-ink-2);
  }

  .shop-grid {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(calc(140px * min(var(--text-scale), 2)), 1fr));
    flex: 1;
    align-content: start;
    gap: 12px;
    padding-block-end: 12px;
  }

  .shop-item {
    display: grid;
    inline-size: 100%;
    padding: 0 0 10px;
    overflow: hidden;
    border: 1px solid var(--app-line);
    border-radius: 14px;
    background: var(--app-card);
    color: var(--app-ink);
    text-align: start;
    cursor: pointer;
  }

  .shop-item svg {
    inline-size: 100%;
    block-size: 128px;
    margin-block-end: 8px;
    background: var(--app-art);
    fill: var(--app-accent);
  }

  .shop-line {
    fill: none;
    stroke: var(--app-accent);
    stroke-width: 3;
    stroke-linecap: round;
  }

  .shop-pale {
    stroke: var(--app-art);
    stroke-width: 2;
  }

  .shop-name,
  .shop-price {
    padding-inline: 12px;
  }

  .shop-name {
    font-weight: 650;
  }

  .shop-bar {
    position: sticky;
    inset-block-end: 0;
    display: flex;
    align-items: stretch;
    gap: 10px;
    margin-inline: -18px;
    padding: 10px 18px calc(10px + var(--safe-bottom));
    border-block-start: 1px solid var(--app-line);
    background: var(--app-card);
  }

  .shop-cart,
  .shop-buy {
    min-block-size: 44px;
    padding: 8px 14px;
    border: 1px solid var(--app-line);
    border-radius: 12px;
    background: none;
    color: var(--app-ink);
    font-weight: 500;
    cursor: pointer;
  }

  .shop-cart {
    flex: 1;
    text-align: start;
  }

  .shop-buy {
    border-color: var(--app-accent);
    background: var(--app-accent);
    color: var(--app-on-accent);
  }

  .shop-buy:disabled {
    opacity: 0.45;
    cursor: default;
  }

  .shop :focus-visible {
    outline-color: var(--app-accent);
    outline-offset: -3px;
  }
}

"""#)

private let file4: (path: String, text: StaticString) = ("css/lab/50-timeline.css", #"""
/* What happened, the newest on top. */
@layer components {
  .lab-timeline {
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
    background: var(--surface);
    box-shadow: var(--shadow);
  }

  .lab-timeline-head {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding: 10px var(--s4);
    border-block-end: 1px solid var(--line);
    border-radius: var(--radius-card) var(--radius-card) 0 0;
    background: var(--surface);
  }

  .lab-timeline-head h2 {
    font-size: 14px;
    line-height: 20px;
    letter-spacing: 0;
  }

  .lab-filter {
    align-items: center;
    color: var(--ink-2);
    font-size: 13px;
    line-height: 18px;
  }

  .lab-timeline-empty {
    padding: var(--s5) var(--s4);
    color: var(--ink-2);
  }

  .row {
    display: grid;
    padding: var(--s2) var(--s4);
    border-block-end: 1px solid var(--line);
    overflow-wrap: anywhere;
  }

  .row:last-child {
    border-block-end: 0;
  }

  .hides-requests .row-request {
    display: none;
  }

  .row-head {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: var(--s2);
    min-inline-size: 0;
  }

  .row-time {
    flex: none;
    color: var(--ink-3);
    font-size: 12px;
    line-height: 18px;
    font-variant-numeric: tabular-nums;
  }

  .row-words {
    font-size: 13px;
    line-height: 18px;
  }

  .row-action .row-words {
    font-weight: 500;
  }

  .row-request .row-words,
  .row-request .row-detail {
    color: var(--ink-3);
  }

  .row-request .row-words::before {
    content: "↕ " / "";
  }

  .row-request.tone-bad .row-detail,
  .row-note.tone-warn .row-words {
    color: var(--bad);
  }

  .row-request.tone-warn .row-detail {
    color: var(--warn);
  }

  .row-detail {
    color: var(--ink-2);
    font-size: 12px;
    line-height: 18px;
  }

  .row-request summary {
    display: grid;
    list-style: none;
    cursor: pointer;
  }

  .row-request summary::-webkit-details-marker {
    display: none;
  }

  .row-request summary .row-detail::after {
    content: " ▸" / "";
  }

  .row-request details[open] summary .row-detail::after {
    content: " ▾" / "";
  }

  .records {
    display: grid;
    gap: 2px;
    padding-block: var(--s1);
    padding-inline-start: 14px;
    font-size: 12px;
    line-height: 18px;
  }

  .record-kind {
    margin-inline-end: 6px;
    font-family: var(--mono);
    font-weight: 500;
  }

  .record-words {
    color: var(--ink-2);
  }

  .row-intent .row-words::before,
  .step-intent .step-words::before {
    content: "↗ " / "";
  }

  .row-decision {
    padding: 0;
    border-inline-start: 3px solid var(--line-strong);
  }

  .row-decision[data-outcome="good"] { border-inline-start-color: var(--good); }
  .row-decision[data-outcome="warn"] { border-inline-start-color: var(--warn); }
  .row-decision[data-outcome="bad"] { border-inline-start-color: var(--bad); }

  .row-decision:is(:hover, :focus-within) {
    background: var(--hover);
  }

  .row-decision summary {
    display: grid;
    padding: 10px var(--s4) 10px 13px;
    list-style: none;
    cursor: pointer;
  }

  .row-decision summary::-webkit-details-marker {
    display: none;
  }

  .row-decision summary:focus-visible {
    outline-offset: -2px;
  }

  .row-event {
    min-inline-size: 0;
    font: 500 13px/18px var(--mono);
  }

  .row-event::before {
    content: "▸" / "";
    display: inline-block;
    inline-size: 14px;
    color: var(--ink-3);
    transition: rotate var(--quick);
  }

  details[open] > summary .row-event::before {
    rotate: 90deg;
  }

  .row-summary,
  .row-outcome {
    padding-inline-start: 14px;
    font-size: 13px;
    line-height: 18px;
  }

  .row-summary {
    font-weight: 500;
  }

  .tone-good:is(.row-summary, .row-outcome) { color: var(--good); }
  .tone-warn:is(.row-summary, .row-outcome) { color: var(--warn); }
  .tone-bad:is(.row-summary, .row-outcome) { color: var(--bad); }
  .tone-plain:is(.row-summary, .row-outcome) { color: var(--ink-2); }

  .row-body {
    display: grid;
    gap: var(--s2);
    padding: 0 var(--s4) var(--s3) 27px;
  }

  .row-body .row-detail {
    font-family: var(--mono);
  }

  .candidates {
    display: grid;
    gap: 6px;
  }

  .candidate {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: baseline;
    gap: 0 var(--s2);
    font-size: 13px;
    line-height: 20px;
  }

  .candidate .chip {
    border: 1px solid var(--line);
  }

  .candidate-name {
    font-weight: 500;
  }

  .candidate-words {
    grid-column: 2;
    color: var(--ink-2);
  }

  .steps {
    display: grid;
    gap: 2px;
    padding-block-start: var(--s1);
    border-block-start: 1px dashed var(--line-strong);
  }

  .steps:empty {
    display: none;
  }

  .step {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: var(--s2);
    font-size: 12px;
    line-height: 18px;
  }

  .step-words {
    min-inline-size: 0;
    color: var(--ink-2);
  }

  .step-step .step-words {
    font-family: var(--mono);
  }

  .step-detail {
    margin-inline-start: 6px;
    font-family: var(--family);
    color: var(--ink-3);
  }

  .step-outcome .step-words,
  .step-intent .step-words,
  .step-action .step-words {
    font-weight: 500;
  }

  .step.tone-good .step-words { color: var(--good); }
  .step.tone-warn .step-words { color: var(--warn); }
  .step.tone-bad .step-words { color: var(--bad); }
}

"""#)

private let file5: (path: String, text: StaticString) = ("js/lab-api.js", #"""
// Requests to the lab. A refused one throws a Problem, which names the field.
export class Problem extends Error {
  constructor({ title, remedy, field, errors, status, code }) {
    super(title);
    this.remedy = remedy ?? "";
    this.field = field ?? "";
    this.errors = errors ?? [];
    this.status = status;
    this.code = code;
  }
}

let csrf = "";

export function useToken(token) {
  csrf = token;
}

export async function call(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: { accept: "application/json", "content-type": "application/json", "x-csrf-token": csrf },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Problem({ title: "The server cannot be reached.", remedy: "Check that it runs; this page reconnects by itself.", status: 0 });
  }
  if (response.ok) return response.status === 204 ? null : response.json();
  const problem = await response.json().catch(() => ({}));
  throw new Problem({ title: `The server answered ${response.status}.`, ...problem, status: response.status });
}

"""#)

private let file6: (path: String, text: StaticString) = ("js/lab-dom.js", #"""
// Makes elements. Text is always text: nothing that came from a person or a campaign becomes markup.
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "on") for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

export function clone(id) {
  return document.importNode(document.getElementById(id).content.firstElementChild, true);
}

"""#)

private let file7: (path: String, text: StaticString) = ("js/lab-entries.js", #"""
// The rows of a timeline.
import { h } from "./lab-dom.js";

const GATES = {
  chosen: ["good", "shown"], filter: ["plain", "filter"], interval: ["warn", "interval"], priority: ["plain", "priority"],
  not_started: ["warn", "schedule"], ended: ["warn", "schedule"], history: ["plain", "count"], re_eligibility: ["warn", "seen"],
  cap: ["warn", "cap"], delay_runs: ["warn", "delay"],
};

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

export function time(at) {
  const date = new Date(at);
  return h("time", { class: "row-time", datetime: date.toISOString() }, clock.format(date));
}

/** `12 s`, `1 h 5 min`, `2 d`: the two largest parts. */
export function span(milliseconds) {
  const seconds = Math.round(milliseconds / 1_000);
  const parts = [[Math.floor(seconds / 86_400), "d"], [Math.floor(seconds / 3_600) % 24, "h"], [Math.floor(seconds / 60) % 60, "min"], [seconds % 60, "s"]];
  const first = parts.findIndex(([count]) => count > 0);
  return first < 0 ? "0 s" : parts.slice(first, first + 2).filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`).join(" ");
}

/** One candidate: its name, the gate that stopped it, and the values that were compared. */
function candidate({ name, verdict, words, version }) {
  const [tone, gate] = GATES[verdict] ?? ["plain", verdict];
  const chosen = verdict === "chosen";
  return h("li", { class: `candidate${chosen ? " candidate-chosen" : ""}` },
    h("span", { class: `chip chip-${tone}` }, chosen ? "chosen" : gate),
    h("span", { class: "candidate-name", title: `Version ${version}` }, name),
    chosen ? null : h("span", { class: "candidate-words" }, words));
}

/** A decision: opens to its candidates and to what followed. `steps` is the list to which that is added. */
export function decisionRow(entry, pointing) {
  const steps = h("ol", { class: "steps" });
  const status = h("span", { class: `row-summary tone-${entry.tone}` }, entry.summary);
  const candidates = entry.candidates.map(candidate);
  if (entry.omitted > 0) candidates.push(h("li", { class: "candidate-words" }, `and ${entry.omitted} more`));
  const details = h("details", {},
    h("summary", {}, h("span", { class: "row-head" }, h("span", { class: "row-event" }, entry.title), time(entry.at)), status),
    h("div", { class: "row-body" },
      entry.detail ? h("p", { class: "row-detail" }, entry.detail) : null,
      candidates.length > 0 ? h("ul", { class: "candidates", "aria-label": "Campaigns that listen to this event" }, ...candidates) : null,
      steps));
  const row = h("li", { class: "row row-decision", on: pointing }, details);
  return { row, details, steps, status };
}

export function plainRow(entry) {
  const words = h("span", { class: "row-words" }, entry.title);
  const more = [entry.detail, entry.ms > 0 ? `${entry.ms} ms` : null].filter(Boolean).join(" · ");
  const head = [h("span", { class: "row-head" }, words, time(entry.at)), more ? h("span", { class: "row-detail" }, more) : null];
  const attributes = { class: `row row-${entry.kind} tone-${entry.tone ?? "plain"}` };
  return entry.records ? h("li", attributes, h("details", {}, h("summary", {}, ...head), records(entry.records))) : h("li", attributes, ...head);
}

/** The analytic records that went with a request. */
function records(list) {
  return h("ul", { class: "records", "aria-label": "Records in this request" }, ...list.map(({ kind, words }) =>
    h("li", {}, h("span", { class: "record-kind" }, kind), words ? h("span", { class: "record-words" }, words) : null)));
}

/** What followed from a decision; times count from it. */
export function stepRow(entry, start) {
  const after = Math.max(0, entry.at - start);
  const words = after < 10_000 ? `+${after} ms` : `+${span(after)}`;
  return h("li", { class: `step step-${entry.kind} tone-${entry.tone ?? "plain"}` },
    h("span", { class: "step-words" }, entry.title, entry.detail ? h("span", { class: "step-detail" }, entry.detail) : null),
    h("span", { class: "row-time" }, words));
}

"""#)

private let file8: (path: String, text: StaticString) = ("js/lab-fit.js", #"""
// Sizes: the screen keeps its true proportions and is made smaller when there is no room for it.
const BEZEL = { small_phone: 12, large_phone: 12, tablet: 20 };

/** How large the device may be drawn so that `count` of them stand side by side. */
export function fit(element, device, room) {
  const bezel = BEZEL[device.model] * 2;
  // A device that is held otherwise than its interface stands is drawn as it is held, with the interface lying on its side.
  const isTurned = device.settings.held !== device.orientation;
  const [width, height] = isTurned ? [device.height + bezel, device.width + bezel] : [device.width + bezel, device.height + bezel];
  element.classList.toggle("is-turned", isTurned);
  const scale = Math.max(0.28, Math.min(1, room.width / width, room.height / height));
  const style = element.style;
  style.setProperty("--screen-width", `${device.width}px`);
  style.setProperty("--screen-height", `${device.height}px`);
  style.setProperty("--bezel", `${bezel / 2}px`);
  style.setProperty("--fit-width", `${Math.ceil(width * scale)}px`);
  style.setProperty("--fit-height", `${Math.ceil(height * scale)}px`);
  style.setProperty("--scale", scale.toFixed(4));
  style.setProperty("--text-scale", String(device.text_percent / 100));
  style.setProperty("--keyboard", `${device.keyboard_height}px`);
  for (const edge of ["top", "bottom", "leading", "trailing"]) style.setProperty(`--safe-${edge}`, `${device.safe_area[edge]}px`);
}

export function room(stage, count) {
  const gaps = (count - 1) * 24;
  const isNarrow = matchMedia("(max-width: 860px)").matches;
  const above = stage.getBoundingClientRect().top + scrollY + 56;
  return {
    width: (stage.clientWidth - gaps) / count,
    height: isNarrow ? Math.max(480, innerHeight - 150) : Math.max(560, innerHeight - above - 20),
  };
}

"""#)

private let file9: (path: String, text: StaticString) = ("js/lab-marks.js", #"""
// Points at what a decision put on the screen: at the message itself while it is there, at its outline once it has gone.
const KEPT = 30;

export class SceneMarks {
  #kept = new Map();
  #scene;
  #ghost;
  #own = new CSSStyleSheet();

  constructor(scene, ghost, sharedCSS) {
    this.#scene = scene;
    const root = ghost.attachShadow({ mode: "open" });
    const shared = new CSSStyleSheet();
    shared.replaceSync(sharedCSS);
    root.adoptedStyleSheets = [shared, this.#own];
    this.#ghost = root;
    const mark = new CSSStyleSheet();
    mark.replaceSync(":host(.is-pointed-at) .scene-stage > * { outline: 3px solid #2b59d9; outline-offset: 3px; }");
    scene.shadowRoot.adoptedStyleSheets = [...scene.shadowRoot.adoptedStyleSheets, mark];
  }

  keep({ decision, scene }) {
    if (!decision) return;
    this.#kept.delete(decision);
    this.#kept.set(decision, scene);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value);
  }

  point(decision, sceneID) {
    const scene = decision ? this.#kept.get(decision) : null;
    const isThere = Boolean(scene) && scene.id === sceneID;
    this.#scene.classList.toggle("is-pointed-at", isThere);
    this.#ghost.replaceChildren();
    this.#ghost.host.classList.toggle("is-shown", Boolean(scene) && !isThere);
    if (!scene || isThere) return;
    this.#ghost.host.dataset.window = scene.window ?? "";
    this.#own.replaceSync(scene.css);
    const template = document.createElement("template");
    template.innerHTML = scene.html;
    // The outline of a page is enough; the page itself would run again.
    for (const frame of template.content.querySelectorAll("iframe")) frame.removeAttribute("src");
    this.#ghost.append(template.content);
  }
}

"""#)

private let file10: (path: String, text: StaticString) = ("js/lab-palette.js", #"""
// What can be done to the selected device. Every control sends a command; none keeps a state of its own.
import { h } from "./lab-dom.js";
import { Problem } from "./lab-api.js";

export class Palette {
  #root;
  #perform;
  #device = null;

  constructor(root, perform) {
    this.#root = root;
    this.#perform = perform;
    for (const button of root.querySelectorAll("[data-command]")) {
      button.addEventListener("click", () => perform({ command: button.dataset.command }));
    }
    for (const form of root.querySelectorAll("[data-form]")) form.addEventListener("submit", (event) => this.#submit(event));
    for (const button of root.querySelectorAll("[data-switch]")) {
      button.addEventListener("click", () => perform(this.#commandOf(button.dataset.switch)));
    }
    for (const button of root.querySelectorAll("[data-advance]")) {
      button.addEventListener("click", () => this.#advance(button));
    }
    for (const button of root.querySelectorAll("[data-show]")) {
      button.addEventListener("click", () => perform({ command: "show", message: button.dataset.show }));
    }
    root.querySelector("#lab-show").addEventListener("submit", (event) => {
      event.preventDefault();
      perform({ command: "show", message: event.target.elements.message.value });
    });
    for (const control of root.querySelectorAll("[data-set]")) {
      const isButton = control.localName === "button";
      control.addEventListener(isButton ? "click" : "change", () => {
        perform({ command: "set", setting: control.dataset.set, value: isButton ? this.#other(control) : control.value });
      });
    }
    const text = root.querySelector("#lab-text");
    text.addEventListener("input", () => this.#showTextSize(text.value));
  }

  set device(device) {
    const isOther = this.#device?.id !== device.id;
    this.#device = device;
    this.#root.querySelector("#lab-target").textContent = device.label;
    for (const control of this.#root.querySelectorAll("[data-set]")) {
      const value = device.settings[control.dataset.set];
      if (control.localName === "button") control.setAttribute("aria-pressed", String(value === onOf(control)));
      else control.value = value;
    }
    this.#showTextSize(device.settings.text);
    if (isOther) this.#root.querySelector("#lab-user").value = device.user ?? "";
    const pressed = { background: device.phase === "background", enabled: !device.enabled };
    for (const [name, value] of Object.entries(pressed)) this.#switch(name).setAttribute("aria-pressed", String(value));
    const isClosed = device.phase === "closed";
    for (const name of ["background", "enabled"]) this.#switch(name).disabled = isClosed;
    for (const button of this.#root.querySelectorAll("[data-command]:not([data-command=start_session]), [data-form] button")) {
      button.disabled = isClosed;
    }
    this.#root.querySelector("[data-command=start_session]").textContent = isClosed ? "Start session" : "Relaunch";
    for (const button of this.#root.querySelectorAll(".lab-suggestion")) button.disabled = isClosed && button.dataset.kind !== "session";
  }

  set suggestions(list) {
    const place = this.#root.querySelector("#lab-suggestions");
    place.hidden = list.length === 0;
    place.querySelector("ul").replaceChildren(...list.map((suggestion) => h("li", {}, this.#suggestion(suggestion))));
    if (this.#device) this.device = this.#device;
  }

  set campaigns(list) {
    const form = this.#root.querySelector("#lab-show");
    const select = form.elements.message;
    const chosen = select.value;
    form.hidden = list.length === 0;
    select.replaceChildren(...list.map(({ id, name }) => h("option", { value: `campaign:${id}` }, name)));
    if (list.some(({ id }) => `campaign:${id}` === chosen)) select.value = chosen;
  }

  #suggestion({ kind, name, properties, campaign, words }) {
    const text = Object.keys(properties).length > 0 ? JSON.stringify(properties) : "";
    const command = {
      session: { command: "start_session" },
      event: { command: "log_event", name, properties },
      push: name ? { command: "push_click", campaign_id: name } : { command: "push_click" },
      purchase: { command: "purchase", product_id: name, currency: "EUR", price: 14.5, quantity: 1, properties },
    }[kind];
    return h("button", {
      class: "lab-suggestion", type: "button", "data-kind": kind, title: `${campaign}: ${words}`, on: { click: () => this.#perform(command) },
    }, h("span", { class: "lab-suggestion-name" }, { purchase: `Buy ${name}`, push: "Open a notification" }[kind] ?? name),
    text ? h("span", { class: "lab-code" }, text) : null, h("span", { class: "lab-suggestion-for" }, campaign));
  }

  /** Takes a moment: what is due on the way happens meanwhile. */
  async #advance(button) {
    const buttons = [...this.#root.querySelectorAll("[data-advance]")];
    const hadFocus = document.activeElement === button;
    for (const other of buttons) other.setAttribute("aria-disabled", "true");
    if (!button.dataset.busy) {
      for (const other of buttons) other.dataset.busy = "1";
      await this.#perform({ command: "advance", seconds: Number(button.dataset.advance) });
      for (const other of buttons) delete other.dataset.busy;
    }
    for (const other of buttons) other.removeAttribute("aria-disabled");
    if (hadFocus) button.focus();
  }

  #commandOf(name) {
    const device = this.#device;
    return {
      enabled: { command: "enabled", on: !device.enabled },
      background: { command: device.phase === "background" ? "foreground" : "background" },
    }[name];
  }

  /** What pressing a switch sets. */
  #other(button) {
    return this.#device.settings[button.dataset.set] === onOf(button) ? button.dataset.off ?? "off" : onOf(button);
  }

  async #submit(event) {
    event.preventDefault();
    const form = event.target;
    this.#showErrors(form, []);
    const fields = Object.fromEntries(new FormData(form));
    try {
      if (fields.campaign_id === "") delete fields.campaign_id;
      if ("properties" in fields) fields.properties = parse(fields.properties);
      for (const name of ["price", "quantity"]) if (name in fields) fields[name] = number(fields[name]);
      await this.#perform({ command: form.dataset.form, ...fields }, true);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.#showErrors(form, problem.errors.length > 0 ? problem.errors : [{ field: problem.field, message: `${problem.message} ${problem.remedy}` }]);
    }
  }

  #showErrors(form, errors) {
    for (const line of form.querySelectorAll("[data-error]")) {
      const messages = errors.filter(({ field }) => field.split(/[.[]/)[0] === line.dataset.error);
      line.textContent = messages.map(({ field, message }) => (field === line.dataset.error ? message : `${field}: ${message}`)).join(" ");
      const input = form.elements[line.dataset.error];
      if (messages.length > 0) {
        input.setAttribute("aria-invalid", "true");
        input.setAttribute("aria-describedby", line.id);
      } else {
        input.removeAttribute("aria-invalid");
        input.removeAttribute("aria-describedby");
      }
    }
    form.querySelector("[aria-invalid=true]")?.focus();
    if (errors.length > 0 && !form.querySelector("[aria-invalid=true]")) throw new Problem({ title: errors[0].message });
  }

  #showTextSize(percent) {
    this.#root.querySelector("#lab-text-output").textContent = `${percent} %`;
    this.#root.querySelector("#lab-text").setAttribute("aria-valuetext", `${percent} per cent`);
  }

  #switch(name) {
    return this.#root.querySelector(`[data-switch=${name}]`);
  }
}

function onOf(button) {
  return button.dataset.on ?? "on";
}

function number(text) {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() === "" || Number.isNaN(value) ? text : value;
}

function parse(text) {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `This is not JSON: ${error.message}`;
    throw new Problem({ title: message, errors: [{ field: "properties", message }] });
  }
}

"""#)

private let file11: (path: String, text: StaticString) = ("js/lab-phone.js", #"""
// One phone: its frame, the app on it, and over it what the presenter shows.
import { clone, h } from "./lab-dom.js";
import { span } from "./lab-entries.js";
import { fit } from "./lab-fit.js";
import { SceneView } from "./scene.js";
import { SceneMarks } from "./lab-marks.js";
import { Shop } from "./lab-shop.js";

const APP = "Corner Shop";
const KEYS = [[..."qwertyuiop"], [..."asdfghjkl"], ["shift", ..."zxcvbnm", "delete"], ["digits", "space", "return"]];
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const moment = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

export class Phone {
  device = null;
  #view;
  #shop;
  // In the second window, where there are two.
  #secondShop;
  #marks;
  #isCovered = false;
  #quietUntil = 0;
  // How far the device's clock is ahead of this page's.
  #ahead = 0;
  #timer = 0;

  /** Delegate: perform(command), report(event, sceneID), select(), remove(). */
  constructor(delegate, sharedCSS) {
    this.delegate = delegate;
    this.element = clone("lab-phone");
    const scene = this.#part("scene");
    const root = scene.attachShadow({ mode: "open" });
    this.#view = new SceneView(root, { sharedCSS, report: (...told) => delegate.report(...told), isEmbedded: true });
    this.#marks = new SceneMarks(scene, this.#part("ghost"), sharedCSS);
    this.#shop = new Shop(this.#part("app"), (command) => delegate.perform(command));
    this.#secondShop = new Shop(this.#part("second"), (command) => delegate.perform(command));
    this.#part("name").addEventListener("click", () => delegate.select());
    this.element.addEventListener("pointerdown", () => delegate.select());
    this.element.addEventListener("focusin", () => delegate.select());
    this.#part("remove").addEventListener("click", () => delegate.remove());
    this.#part("icon").addEventListener("click", () => this.open());
    this.#part("keyboard").append(...KEYS.map((row) => h("div", { class: "keyboard-row" }, ...row.map((key) => h("span", { class: `key key-${key.length > 1 ? key : "letter"}` }, key.length > 1 ? "" : key)))));
    this.#timer = setInterval(() => this.#drawFacts(), 1_000);
  }

  close() {
    clearInterval(this.#timer);
    this.element.remove();
  }

  /** What pressing the app's icon does. */
  open() {
    this.delegate.perform({ command: this.device.phase === "background" ? "foreground" : "start_session" });
  }

  set isSelected(value) {
    this.element.classList.toggle("is-selected", value);
    this.#part("name").setAttribute("aria-pressed", String(value));
  }

  set lost(text) {
    const line = this.#part("lost");
    line.textContent = text;
    line.hidden = !text;
    this.element.classList.toggle("is-lost", Boolean(text));
  }

  update(device) {
    if (this.device?.phase !== "closed" && device.phase === "closed") for (const shop of [this.#shop, this.#secondShop]) shop.reset();
    this.device = device;
    this.#quietUntil = performance.now() + device.quiet_ms;
    this.#ahead = device.now - performance.now();
    Object.assign(this.element.dataset, { model: device.model, phase: device.phase, orientation: device.orientation });
    this.element.toggleAttribute("data-split", device.windows > 1);
    this.#part("second").hidden = device.windows === 1;
    const screen = this.#part("screen");
    Object.assign(screen.dataset, { scheme: device.scheme, online: device.online });
    screen.dir = device.direction;
    this.#part("name").textContent = device.label;
    this.#part("remove").querySelector("span").textContent = `Remove ${device.label}`;
    this.#part("icon").querySelector("span").textContent = APP;
    this.#part("icon").setAttribute("aria-label", device.phase === "background" ? `Back to ${APP}` : `Open ${APP}`);
    const isOpen = device.phase === "active";
    this.#drawInert();
    this.#part("scene").inert = !isOpen;
    this.#part("home").hidden = isOpen;
    this.#part("keyboard").hidden = !isOpen || device.keyboard_height === 0;
    this.#part("lock").hidden = !device.lock;
    this.#part("lock").textContent = device.lock ? `${device.lock}.` : "";
    this.#drawFacts();
  }

  fit(room) {
    if (this.device) fit(this.element, this.device, room);
  }

  /** As it is held it takes more room across than a phone does upright. */
  get isWide() {
    const { device } = this;
    return Boolean(device) && (device.settings.held === device.orientation ? device.width : device.height) > 600;
  }

  draw(message) {
    if (!message) message = { op: "clear" };
    if (message.scene) {
      this.#marks.keep(message);
      this.#part("scene").dataset.window = message.scene.window ?? "";
      this.element.classList.toggle("hides-status", message.scene.hides_status_bar);
    }
    if (message.op === "show") this.#view.show(message.scene);
    else if (message.op === "draw") this.#view.draw(message.scene);
    else if (message.op === "update") this.#view.update(message.scene);
    else if (message.op === "tell") return this.#view.tell(message);
    else if (message.op === "hide") this.#view.hide({ id: message.id, animated: message.animated });
    else if (message.op === "clear") this.#view.clear(message.id);
    if (message.op === "hide" || message.op === "clear") this.element.classList.remove("hides-status");
    this.#isCovered = Boolean(message.scene?.is_modal);
    this.#drawInert();
  }

  /** Under a message that takes all touches, the app takes no keys either; in the window beside it does. */
  #drawInert() {
    const isActive = this.device?.phase === "active";
    const covered = this.#isCovered ? this.#part("scene").dataset.window || "first" : null;
    this.#part("app").inert = !isActive || covered === "first";
    this.#part("second").inert = !isActive || covered === "second";
  }

  /** Points at what a decision put on the screen; nil: at nothing. */
  point(decision) {
    this.#marks.point(decision, this.#view.sceneID);
  }

  #drawFacts() {
    const device = this.device;
    if (!device) return;
    const now = performance.now() + this.#ahead;
    for (const place of this.element.querySelectorAll(".device-clock, .device-home-clock")) place.textContent = clock.format(now);
    this.#drawWaits(now);
    const seconds = Math.ceil((this.#quietUntil - performance.now()) / 1_000);
    const facts = [
      device.user ? ["user", device.user] : null,
      device.enabled ? null : ["warn", "SDK off"],
      device.online ? null : ["warn", "Offline"],
      device.ahead_ms >= 1_000 ? ["clock", `${clock.format(now)}, ${span(device.ahead_ms)} ahead`] : null,
      device.waiting > 0 ? ["warn", `${device.waiting} waiting`] : null,
      seconds > 0 ? ["quiet", `Quiet for ${seconds} s`] : null,
      device.minimum_interval === 0 ? ["quiet", "No quiet time"] : null,
    ].filter(Boolean);
    const text = facts.map((fact) => fact.join(":")).join("|");
    const place = this.#part("facts");
    if (place.dataset.text === text) return;
    place.dataset.text = text;
    place.replaceChildren(...facts.map(([kind, words]) => h("span", { class: `device-fact device-fact-${kind}` }, words)));
  }

  /** What waits, for what, and until when. */
  #drawWaits(now) {
    const place = this.#part("waits");
    const lines = this.device.waits.map(({ name, reason, until }) =>
      `${name}: ${reason}${until === null ? "" : `, until ${moment.format(until)}${until > now ? ` (${span(until - now)} left)` : ""}`}`);
    if (place.dataset.text === lines.join("|")) return;
    place.dataset.text = lines.join("|");
    place.hidden = lines.length === 0;
    place.replaceChildren(...lines.map((line) => h("li", {}, line)));
  }

  #part(name) {
    return this.element.querySelector(`.device-${name}`);
  }
}

"""#)

private let file12: (path: String, text: StaticString) = ("js/lab-share.js", #"""
// An address that makes an equal device: copied where the browser lets a page do that, and there to be copied by hand everywhere.
export class Share {
  #part;
  #link;

  /** `link()`: the path of the selected device's link; nothing when none is selected. */
  constructor(part, link) {
    this.#part = part;
    this.#link = link;
    part("share").addEventListener("click", () => this.#open());
    part("share-close").addEventListener("click", () => this.#close());
    part("shared").addEventListener("keydown", (event) => event.key === "Escape" && this.#close());
    part("link").addEventListener("focus", (event) => event.target.select());
  }

  /** The selected device is another one, or another state of it. */
  update() {
    const link = this.#link();
    this.#part("share").disabled = !link;
    const address = link ? new URL(link, location.origin).href : "";
    if (this.#part("link").value === address) return;
    this.#part("link").value = address;
    if (!this.#part("shared").hidden) this.#say("The device has changed since: copy the link again.");
  }

  async #open() {
    this.update();
    this.#part("shared").hidden = false;
    // Before the wait: only what a press leads to directly may write to the clipboard.
    const copied = navigator.clipboard?.writeText(this.#part("link").value).then(() => true, () => false) ?? false;
    this.#say((await copied) ? "Link copied." : "The link is selected: copy it.");
    this.#part("link").focus();
  }

  #close() {
    this.#part("shared").hidden = true;
    this.#say("");
    this.#part("share").focus();
  }

  #say(text) {
    this.#part("share-status").textContent = text;
  }
}

"""#)

private let file13: (path: String, text: StaticString) = ("js/lab-shop.js", #"""
// The demo app on the phone: a small shop, so that a message has something behind it and events have a reason. Pressing things logs what an
// app would log.
import { clone } from "./lab-dom.js";

const money = new Intl.NumberFormat("en", { style: "currency", currency: "EUR" });

export class Shop {
  #cart = new Map();
  #perform;

  constructor(place, perform) {
    this.#perform = perform;
    this.element = clone("lab-shop");
    place.append(this.element);
    for (const item of this.element.querySelectorAll(".shop-item")) item.addEventListener("click", () => this.#add(item.dataset));
    this.#part("cart").addEventListener("click", () => this.#viewCart());
    this.#part("buy").addEventListener("click", () => this.#buy());
    this.#draw();
  }

  /** The app was closed: a new process begins with an empty cart. */
  reset() {
    this.#cart.clear();
    this.#draw();
  }

  #part(name) {
    return this.element.querySelector(`.shop-${name}`);
  }

  get #total() {
    return [...this.#cart.values()].reduce((sum, { price, count }) => sum + price * count, 0);
  }

  get #count() {
    return [...this.#cart.values()].reduce((sum, { count }) => sum + count, 0);
  }

  #add({ product, price }) {
    const line = this.#cart.get(product) ?? { price: Number(price), count: 0 };
    this.#cart.set(product, { ...line, count: line.count + 1 });
    this.#draw();
    this.#log("added_to_cart", { product, price: Number(price), total: this.#total });
  }

  #viewCart() {
    this.#log("cart_viewed", { total: this.#total, items: this.#count });
  }

  async #buy() {
    const lines = [...this.#cart];
    this.reset();
    for (const [product, { price, count }] of lines) {
      await this.#perform({ command: "purchase", product_id: product, currency: "EUR", price, quantity: Math.min(count, 100) });
    }
  }

  #log(name, properties) {
    return this.#perform({ command: "log_event", name, properties });
  }

  #draw() {
    const count = this.#count;
    this.#part("cart").textContent = count === 0 ? "Cart is empty" : `Cart · ${count} · ${money.format(this.#total)}`;
    this.#part("buy").disabled = count === 0;
  }
}

"""#)

private let file14: (path: String, text: StaticString) = ("js/lab-stream.js", #"""
// A device's stream. The browser reconnects by itself and says what it has; when the server refuses the stream, the device is gone or the
// server is not there, which is asked now and then.
const RETRY = 2_000;

export class DeviceStream {
  #source = null;
  #timer = 0;
  #isClosed = false;
  #path;
  #handlers;

  /** Handlers: state, device, scene, feed (each with its data), lost(), gone(). */
  constructor(id, handlers) {
    this.#path = `/lab/devices/${encodeURIComponent(id)}/stream`;
    this.#handlers = handlers;
    this.#open();
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#source?.close();
  }

  #open() {
    const source = new EventSource(this.#path);
    this.#source = source;
    for (const name of ["state", "device", "scene", "feed"]) {
      source.addEventListener(name, (event) => this.#handlers[name](JSON.parse(event.data)));
    }
    source.onerror = () => {
      if (this.#isClosed) return;
      this.#handlers.lost();
      if (source.readyState === EventSource.CLOSED) this.#timer = setTimeout(() => this.#ask(), RETRY);
    };
  }

  /** The stream was refused: is the device gone, or only the server? */
  async #ask() {
    try {
      const response = await fetch("/lab/devices", { headers: { accept: "application/json" } });
      if (this.#isClosed) return;
      if (response.status === 401) return location.reload();
      const { devices } = await response.json();
      if (devices.some((device) => this.#path.includes(`/${device.id}/`))) this.#open();
      else this.#handlers.gone();
    } catch {
      if (!this.#isClosed) this.#timer = setTimeout(() => this.#ask(), RETRY);
    }
  }
}

"""#)

private let file15: (path: String, text: StaticString) = ("js/lab-timeline.js", #"""
// What happened on one device, the newest on top. What follows from a decision stands inside its row.
import { h } from "./lab-dom.js";
import { decisionRow, plainRow, stepRow } from "./lab-entries.js";

const LIMIT = 400;

export class Timeline {
  #rows = new Map();
  #last = 0;
  #newest = null;
  #point;
  #say;

  /** `point(decision)`: called with nil when nothing is pointed at. `say(text)`: for people who listen. */
  constructor({ point, say }) {
    this.#point = point;
    this.#say = say;
    this.element = h("ol", { class: "timeline" });
  }

  get isEmpty() {
    return this.element.childElementCount === 0;
  }

  reset() {
    this.#rows.clear();
    this.#last = 0;
    this.#newest = null;
    this.element.replaceChildren();
  }

  /** `isNews`: it happens now, in contrast to what is told when a page opens. */
  add(entry, isNews) {
    if (entry.n <= this.#last) return;
    this.#last = entry.n;
    if (entry.kind === "decision") this.#addDecision(entry, isNews);
    else if (this.#rows.has(entry.decision)) this.#addStep(entry, isNews);
    else {
      this.element.prepend(plainRow(entry));
      if (isNews && entry.kind === "note") this.#say(entry.title);
    }
    while (this.element.childElementCount > LIMIT) this.element.lastElementChild.remove();
  }

  #addDecision(entry, isNews) {
    const point = () => this.#point(entry.decision);
    const leave = () => this.#point(null);
    const parts = decisionRow(entry, { mouseenter: point, focusin: point, mouseleave: leave, focusout: leave });
    this.#rows.set(entry.decision, { ...parts, at: entry.at });
    this.element.prepend(parts.row);
    if (this.#newest && !this.#newest.isPinned) this.#newest.details.open = false;
    this.#newest = parts;
    parts.details.open = true;
    parts.details.querySelector("summary").addEventListener("click", () => (parts.isPinned = true));
    if (isNews) this.#say(`${entry.title}. ${entry.summary}`);
  }

  #addStep(entry, isNews) {
    const { steps, status, row, at } = this.#rows.get(entry.decision);
    steps.append(stepRow(entry, at));
    if (entry.kind !== "outcome") return;
    row.dataset.outcome = entry.tone;
    // The last word on a message stands in the row's head too.
    if (!entry.title.startsWith("Click")) {
      const words = [entry.title, entry.tone === "good" ? null : entry.detail].filter(Boolean).join(": ");
      row.querySelector(".row-outcome")?.remove();
      status.after(h("span", { class: `row-outcome tone-${entry.tone}` }, words));
    }
    if (isNews) this.#say([entry.title, entry.detail].filter(Boolean).join(". "));
  }
}

"""#)

private let file16: (path: String, text: StaticString) = ("js/lab.js", #"""
// The Device Lab's page: which devices are on the table, which of them is selected, and what goes between them and the server.
import { Problem, call, useToken } from "./lab-api.js";
import { h } from "./lab-dom.js";
import { room } from "./lab-fit.js";
import { Palette } from "./lab-palette.js";
import { Phone } from "./lab-phone.js";
import { Share } from "./lab-share.js";
import { DeviceStream } from "./lab-stream.js";
import { Timeline } from "./lab-timeline.js";

// Browsers keep six connections to a server; each device takes one, in each tab.
const SIDE_BY_SIDE = 2;
// Tells this window from others that look at the same device.
const VIEWER = String(Math.random()).slice(2);

class Lab {
  #known = [];
  #seats = [];
  #selected = null;
  #part = (name) => document.getElementById(`lab-${name}`);

  async start(root) {
    useToken(root.dataset.csrf);
    this.sharedCSS = await (await fetch(root.dataset.sceneStyles)).text();
    this.palette = new Palette(root.querySelector(".lab-palette"), (command, throws) => this.#perform(this.#selected, command, throws));
    this.#part("order").addEventListener("submit", (event) => this.#order(event));
    this.#part("first").addEventListener("click", () => this.#add({}));
    this.share = new Share(this.#part, () => this.#selected?.phone.device.link);
    this.#part("requests").addEventListener("change", (event) => root.classList.toggle("hides-requests", !event.target.checked));
    new ResizeObserver(() => this.#fit()).observe(this.#part("stage"));
    addEventListener("resize", () => this.#fit());
    addEventListener("focus", () => this.#refresh());
    await this.#refresh();
    const linked = await this.#fromLink();
    if (linked) return this.#begin(root, [linked]);
    if (this.#known.length === 0 && !sessionStorage.getItem("lab-cleared")) await this.#add({});
    const seated = (sessionStorage.getItem("lab-seated") ?? "").split(" ");
    const wanted = this.#known.filter(({ id }) => seated.includes(id));
    this.#begin(root, (wanted.length > 0 ? wanted : this.#known).slice(0, SIDE_BY_SIDE));
  }

  #begin(root, devices) {
    for (const device of devices) this.#seat(device);
    this.#draw();
    root.dataset.ready = "";
  }

  /** The device of a shared link, made anew; null when there is no link, or it is a bad one, which is said. Reloading makes no second one. */
  async #fromLink() {
    const link = location.search.slice(1);
    if (!link) return null;
    history.replaceState(null, "", location.pathname);
    try {
      const device = await call("POST", "/lab/devices", { link });
      this.#known.push(device);
      return device;
    } catch (problem) {
      this.#tell(problem, "link-problem");
      return null;
    }
  }

  async #refresh() {
    await this.#trying(async () => {
      const { devices, suggestions, campaigns } = await call("GET", "/lab/devices");
      this.#known = devices;
      this.palette.campaigns = campaigns;
      this.palette.suggestions = suggestions;
      for (const seat of [...this.#seats]) if (!devices.some(({ id }) => id === seat.id)) this.#gone(seat);
      this.#draw();
    });
  }

  async #order(event) {
    event.preventDefault();
    const { model, minimum_interval } = Object.fromEntries(new FormData(event.target));
    event.target.closest("details").open = false;
    await this.#add({ model, minimum_interval: Number(minimum_interval) });
  }

  #add(order) {
    return this.#trying(async () => {
      const device = await call("POST", "/lab/devices", order);
      sessionStorage.removeItem("lab-cleared");
      this.#known.push(device);
      this.#seat(device);
      this.#draw();
    });
  }

  #remove(id) {
    return this.#trying(async () => {
      await call("DELETE", `/lab/devices/${id}`).catch((problem) => {
        if (problem.status !== 404) throw problem;
      });
      this.#known = this.#known.filter((device) => device.id !== id);
      const seat = this.#seats.find((seat) => seat.id === id);
      if (seat) this.#leave(seat);
      if (this.#known.length === 0) sessionStorage.setItem("lab-cleared", "1");
      else if (this.#seats.length === 0) this.#seat(this.#known[0]);
      this.#draw();
    });
  }

  /** Puts a device on the table; when there is no room, in the place of one that is not selected. */
  #seat(device) {
    if (this.#seats.some(({ id }) => id === device.id)) return this.#select(this.#seats.find(({ id }) => id === device.id));
    if (this.#seats.length === SIDE_BY_SIDE) this.#leave(this.#seats.find((seat) => seat !== this.#selected) ?? this.#seats[0]);
    const id = device.id;
    // One after the other, as things happen on a phone: requests side by side overtake each other.
    let told = Promise.resolve();
    const phone = new Phone({
      perform: (command) => this.#perform(seat, command),
      report: (event, sceneID, { isFromPerson = true } = {}) => {
        const body = { scene_id: sceneID, event, viewer: VIEWER, is_from_person: isFromPerson };
        told = told.then(() => call("POST", `/lab/devices/${id}/events`, body)).catch((problem) => this.#tell(problem));
        return told;
      },
      select: () => this.#select(seat),
      remove: () => this.#remove(id),
    }, this.sharedCSS);
    const timeline = new Timeline({ point: (decision) => phone.point(decision), say: (text) => this.#say(seat, text) });
    const seat = { id, phone, timeline, hasState: false };
    phone.update(device);
    this.#seats.push(seat);
    this.#part("stage").append(phone.element);
    this.#part("timelines").append(timeline.element);
    seat.stream = new DeviceStream(id, {
      state: (state) => this.#state(seat, state),
      device: (facts) => this.#facts(seat, facts),
      scene: (message) => phone.draw(message),
      feed: (entry) => this.#entry(seat, entry),
      lost: () => (phone.lost = "Connection lost. Trying again…"),
      gone: () => this.#gone(seat),
    });
    this.#select(seat);
  }

  #leave(seat) {
    seat.stream.close();
    seat.phone.close();
    seat.timeline.element.remove();
    this.#seats = this.#seats.filter((other) => other !== seat);
    if (this.#selected === seat) this.#select(this.#seats[0] ?? null);
  }

  #gone(seat) {
    seat.stream.close();
    seat.phone.lost = "This device is gone. Remove it and add a new one.";
  }

  #select(seat) {
    if (this.#selected === seat) return;
    this.#selected = seat;
    for (const other of this.#seats) {
      other.phone.isSelected = other === seat;
      other.timeline.element.hidden = other !== seat;
    }
    if (seat) this.palette.device = seat.phone.device;
    this.share.update();
    this.#draw();
  }

  // MARK: From the server

  #state(seat, { device, scene, entries, is_whole: isWhole }) {
    seat.phone.lost = "";
    if (isWhole) seat.timeline.reset();
    this.#facts(seat, device);
    seat.phone.draw(scene);
    for (const entry of entries) seat.timeline.add(entry, seat.hasState);
    seat.hasState = true;
    this.#draw();
  }

  #facts(seat, device) {
    seat.phone.update(device);
    this.#known = this.#known.map((known) => (known.id === device.id ? device : known));
    if (seat === this.#selected) this.palette.device = device;
    this.share.update();
    this.#fit();
  }

  #entry(seat, entry) {
    seat.timeline.add(entry, true);
    if (seat === this.#selected) this.#part("timeline-empty").hidden = true;
    if (entry.kind === "request" && entry.detail?.includes("received")) this.#refresh();
  }

  // MARK: To the server

  async #perform(seat, command, throws = false) {
    if (!seat) return;
    const work = async () => this.#facts(seat, await call("POST", `/lab/devices/${seat.id}/commands`, command));
    return throws ? work() : this.#trying(work);
  }

  async #trying(work) {
    try {
      await work();
      this.#part("banner").replaceChildren();
    } catch (problem) {
      this.#tell(problem);
    }
  }

  #tell(problem, place = "banner") {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.status === 401) return location.reload();
    this.#part(place).replaceChildren(h("div", { class: "flash flash-bad" }, h("p", {}, h("strong", {}, problem.message), ` ${problem.remedy}`)));
  }

  #say(seat, text) {
    if (seat === this.#selected || this.#seats.length > 1) this.#part("live").textContent = this.#seats.length > 1 ? `${seat.phone.device.label}: ${text}` : text;
  }

  // MARK: Drawing

  #draw() {
    const hasAny = this.#known.length > 0 || this.#seats.length > 0;
    this.#part("empty").hidden = hasAny;
    this.#part("table").hidden = !hasAny;
    sessionStorage.setItem("lab-seated", this.#seats.map(({ id }) => id).join(" "));
    const choices = this.#known.length > this.#seats.length ? this.#known : [];
    this.#part("devices").hidden = choices.length === 0;
    this.#part("devices").replaceChildren(...choices.map((device) => h("button", {
      class: "filter", type: "button", "aria-pressed": String(this.#seats.some(({ id }) => id === device.id)),
      on: { click: () => { this.#seat(device); this.#draw(); } },
    }, device.label)));
    this.#part("timeline-empty").hidden = !this.#selected || !this.#selected.timeline.isEmpty;
    this.#fit();
  }

  #fit() {
    if (this.#seats.length === 0) return;
    // Two devices, or one on its side, need the timeline's room.
    const isWide = this.#seats.length > 1 || this.#seats.some(({ phone }) => phone.isWide);
    this.#part("table").classList.toggle("is-wide", isWide);
    const available = room(this.#part("stage"), this.#seats.length);
    for (const { phone } of this.#seats) phone.fit(available);
  }
}

const root = document.getElementById("lab");
if (root) new Lab().start(root);

"""#)

private let file17: (path: String, text: StaticString) = ("samples/page.html.txt", #"""
<!doctype html>
<html lang="en">
<head>
  <title>Which plant is yours?</title>
  <meta name="viewport" content="width=device-width">
  <meta name="martlet-close" content="page">
  <style>
    :root { --paper: #fff; --ink: #141a26; --quiet: #4a5365; --line: #c6cbd4; --leaf: #1f7a4d; --on-leaf: #fff; --veil: #141a2673 }
    :root[data-martlet-color-scheme="dark"] { --paper: #1a1f2a; --ink: #eef1f6; --quiet: #b4bccb; --line: #414a5c; --leaf: #6bd3a0; --on-leaf: #0b1020; --veil: #00000099 }
    * { box-sizing: border-box }
    body {
      margin: 0; min-height: 100vh; display: grid; place-items: end center; background: var(--veil); color: var(--ink); font: 1rem/1.4 system-ui, sans-serif;
      padding: calc(var(--martlet-safe-area-top) + 1rem) 1rem calc(var(--martlet-safe-area-bottom) + 1rem);
    }
    main { width: 100%; max-width: 26rem; padding: 1.5rem; border-radius: 1rem; background: var(--paper) }
    h1 { margin: 0 0 .25rem; font-size: 1.25rem; line-height: 1.3 }
    p { margin: 0 0 1rem; color: var(--quiet) }
    button {
      display: block; width: 100%; min-height: 44px; margin-top: .75rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .625rem;
      background: none; color: inherit; font: inherit; font-weight: 500; text-align: start; cursor: pointer;
    }
    button:focus-visible { outline: 2px solid var(--leaf); outline-offset: 2px }
    button[aria-pressed="true"] { border-color: var(--leaf); background: var(--leaf); color: var(--on-leaf) }
    #done { text-align: center; background: var(--leaf); border-color: var(--leaf); color: var(--on-leaf) }
  </style>
</head>
<body>
  <main>
    <h1>Which plant is yours?</h1>
    <p id="words" role="status">Choose as many as you like; each choice is counted.</p>
    <button type="button" data-plant="fern" aria-pressed="false">Fern, for a dark corner</button>
    <button type="button" data-plant="cactus" aria-pressed="false">Cactus, for a sunny window</button>
    <button type="button" data-plant="ivy" aria-pressed="false">Ivy, for a high shelf</button>
    <button type="button" id="done">Done</button>
  </main>
  <script>
    const words = document.getElementById("words");
    for (const button of document.querySelectorAll("[data-plant]")) {
      button.addEventListener("click", () => {
        const isChosen = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(isChosen));
        if (!isChosen) return;
        martletBridge.logClick(button.dataset.plant);
        martletBridge.logCustomEvent("plant_chosen", { plant: button.dataset.plant });
        words.textContent = `${button.textContent.split(",")[0]} it is.`;
      });
    }
    document.getElementById("done").addEventListener("click", () => martletBridge.closeMessage());
  </script>
</body>
</html>

"""#)

private let file18: (path: String, text: StaticString) = ("samples/sample-lamp.svg", #"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1450 500" width="1450" height="500">
<rect width="1450" height="500" fill="#24405f"/>
<circle cx="1010" cy="170" r="330" fill="#31557b"/>
<circle cx="1010" cy="170" r="210" fill="#55779b"/>
<path d="M0 400h1450v100H0z" fill="#7b4f33"/>
<path d="M0 400h1450v16H0z" fill="#9c6a48"/>
<path d="M942 70h136l58 128H884z" fill="#f6d58a"/>
<path d="M1002 198h16v176h-16z" fill="#f1e7d4"/>
<path d="M940 374h140a10 10 0 0 1 10 10v16H930v-16a10 10 0 0 1 10-10z" fill="#f1e7d4"/>
<path d="M340 250h190v96a54 54 0 0 1-54 54h-82a54 54 0 0 1-54-54z" fill="#d98758"/>
<path d="M530 272h28a42 42 0 0 1 0 84h-32" fill="none" stroke="#d98758" stroke-width="20"/>
<path d="M398 210c-20-28 20-38 0-68M462 210c-20-28 20-38 0-68" fill="none" stroke="#c9d8e6" stroke-width="10" stroke-linecap="round"/>
<path d="M640 344h240v28H640z" fill="#2f8a6b"/>
<path d="M622 372h240v28H622z" fill="#c9553f"/>
<path d="M652 318h210v26H652z" fill="#f1e7d4"/>
<circle cx="170" cy="104" r="4" fill="#f1e7d4"/><circle cx="260" cy="60" r="3" fill="#f1e7d4"/><circle cx="110" cy="210" r="3" fill="#f1e7d4"/><circle cx="1330" cy="70" r="4" fill="#f1e7d4"/><circle cx="700" cy="90" r="3" fill="#f1e7d4"/><circle cx="1390" cy="230" r="3" fill="#f1e7d4"/>
</svg>

"""#)

private let file19: (path: String, text: StaticString) = ("samples/sample-offer.svg", #"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 960" width="800" height="960">
<rect width="800" height="960" fill="#f3c76f"/>
<circle cx="400" cy="500" r="270" fill="#f8dc9d"/>
<path d="M250 350h240v170a80 80 0 0 1-80 80H330a80 80 0 0 1-80-80z" fill="#0f5c4f"/>
<path d="M490 384h36a56 56 0 0 1 0 112h-42" fill="none" stroke="#0f5c4f" stroke-width="30"/>
<path d="M150 470h190v134a64 64 0 0 1-64 64h-62a64 64 0 0 1-64-64z" fill="#c9553f"/>
<path d="M340 498h28a44 44 0 0 1 0 88h-32" fill="none" stroke="#c9553f" stroke-width="24"/>
<path d="M430 500h190v126a64 64 0 0 1-64 64h-62a64 64 0 0 1-64-64z" fill="#24405f"/>
<path d="M620 528h28a44 44 0 0 1 0 88h-32" fill="none" stroke="#24405f" stroke-width="24"/>
<g font-family="system-ui, -apple-system, Roboto, sans-serif" text-anchor="middle" fill="#3a2708">
<text x="400" y="150" font-size="84" font-weight="700">Three for two</text>
<text x="400" y="220" font-size="42">On every mug in the shop</text>
</g>
</svg>

"""#)

private let file20: (path: String, text: StaticString) = ("samples/sample-plant.svg", #"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="300" height="300">
<rect width="300" height="300" fill="#dcebe2"/>
<circle cx="226" cy="74" r="34" fill="#f6d58a"/>
<path d="M150 196C92 190 66 150 62 96c56 2 84 34 88 100z" fill="#2f8a6b"/>
<path d="M150 196c-2-78 24-124 84-134 4 66-22 112-84 134z" fill="#0f5c4f"/>
<path d="M150 204V128" stroke="#0a3f36" stroke-width="7" stroke-linecap="round" fill="none"/>
<path d="M96 194h108l-14 74a12 12 0 0 1-12 10h-56a12 12 0 0 1-12-10z" fill="#d98758"/>
<path d="M90 184h120v26H90z" fill="#c06f42"/>
</svg>

"""#)

private let file21: (path: String, text: StaticString) = ("samples/sample-poster.svg", #"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 2000" width="1200" height="2000">
<rect width="1200" height="2000" fill="#142a45"/>
<circle cx="600" cy="880" r="560" fill="#1d3b5e"/>
<circle cx="600" cy="880" r="380" fill="#2c527c"/>
<circle cx="600" cy="880" r="240" fill="#f6d58a"/>
<path d="M0 1330c220-150 380-160 560-60 220-150 420-130 640 30v700H0z" fill="#0f5c4f"/>
<path d="M0 1500c260-120 480-100 680 20 180-90 340-90 520-10v490H0z" fill="#0b463d"/>
<path d="M560 1110h80v300h-80zM470 1030h260l46 130H424z" fill="#d98758"/>
<path d="M500 1160h200v250H500z" fill="#b9653a"/>
<path d="M560 1220h80v190h-80z" fill="#f6d58a"/>
<g fill="#f1e7d4"><circle cx="150" cy="620" r="8"/><circle cx="1040" cy="560" r="8"/><circle cx="270" cy="980" r="6"/><circle cx="960" cy="1010" r="6"/><circle cx="96" cy="1090" r="6"/><circle cx="1110" cy="800" r="6"/><circle cx="360" cy="520" r="6"/></g>
<g font-family="system-ui, -apple-system, Roboto, sans-serif" text-anchor="middle" fill="#ffffff">
<text x="600" y="330" font-size="124" font-weight="700">Long evenings</text>
<text x="600" y="450" font-size="60" fill="#dbe7f2">Lamps from €49, this week only</text>
</g>
</svg>

"""#)

private let file22: (path: String, text: StaticString) = ("samples/sample-room.svg", #"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1000" width="1200" height="1000">
<rect width="1200" height="1000" fill="#f0dfc8"/>
<path d="M0 800h1200v200H0z" fill="#b9825a"/>
<path d="M0 800h1200v18H0z" fill="#d6a57d"/>
<rect x="420" y="130" width="360" height="420" rx="180" fill="#fff7ea"/>
<path d="M444 310a156 156 0 0 1 312 0v216H444z" fill="#a9d3da"/>
<circle cx="664" cy="262" r="46" fill="#f6d58a"/>
<path d="M444 452c60-52 104-58 156-22 54-46 106-40 156-4v100H444z" fill="#7fb29a"/>
<path d="M592 154h16v372h-16z" fill="#fff7ea"/>
<path d="M170 400h140l56 128H114z" fill="#f3b35c"/>
<path d="M230 528h20v250h-20z" fill="#5d3b26"/>
<rect x="170" y="770" width="140" height="36" rx="18" fill="#5d3b26"/>
<path d="M430 620a70 70 0 0 1 70-70h200a70 70 0 0 1 70 70v110H430z" fill="#17705f"/>
<rect x="380" y="640" width="100" height="170" rx="46" fill="#0f5c4f"/>
<rect x="720" y="640" width="100" height="170" rx="46" fill="#0f5c4f"/>
<rect x="450" y="700" width="300" height="110" rx="26" fill="#238571"/>
<path d="M420 806h30v44h-30zM750 806h30v44h-30z" fill="#5d3b26"/>
<path d="M968 640c-78-10-112-66-116-142 78 4 112 52 116 142zM968 640c-4-110 32-172 116-186 6 92-32 152-116 186z" fill="#2f8a6b"/>
<path d="M968 660V520" stroke="#0a3f36" stroke-width="10" stroke-linecap="round"/>
<path d="M892 640h152l-20 160a16 16 0 0 1-16 14h-80a16 16 0 0 1-16-14z" fill="#d98758"/>
<path d="M882 626h172v36H882z" fill="#c06f42"/>
</svg>

"""#)

private let file23: (path: String, text: StaticString) = ("templates/lab/page.mustache", #"""
<div class="lab" id="lab" data-csrf="{{csrfToken}}" data-scene-styles="{{sceneStyles}}" data-limit="{{limit}}">
<header class="page-head lab-head">
  <div>
    <h1>Device Lab</h1>
    <p class="lab-lead">Each phone runs the real SDK. What you see is what a person would see, and the timeline says why.</p>
  </div>
  <div class="page-head-actions">
    <button class="button" type="button" id="lab-share" disabled>Copy link</button>
    <details class="menu" data-behavior="dismiss-menu">
      <summary class="button"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#plus"></use></svg>Add a device</summary>
      <form class="menu-list lab-order" id="lab-order" aria-label="New device">
        <div class="field">
          <label for="lab-order-model">Device</label>
          <select class="input" id="lab-order-model" name="model">
            {{#models}}<option value="{{value}}">{{name}}, {{size}}</option>{{/models}}
          </select>
        </div>
        <div class="field">
          <label for="lab-order-interval">Quiet time between two messages</label>
          <select class="input" id="lab-order-interval" name="minimum_interval">
            <option value="30">30 s, as apps have it</option>
            <option value="0">None, to try things quickly</option>
          </select>
        </div>
        <button class="button button-primary">Add the device</button>
      </form>
    </details>
  </div>
</header>
<noscript><p class="notice">The lab draws live phones, which needs JavaScript. Switch it on for this page.</p></noscript>
<div class="lab-banner" id="lab-banner" role="alert"></div>
<div class="lab-banner" id="lab-link-problem" role="alert"></div>
<div class="lab-shared" id="lab-shared" hidden>
  <label for="lab-link">Whoever opens this link, signed in to this server, gets this device with what is set on it and the message on show. It says nothing of the person.</label>
  <div class="lab-inline">
    <input class="input lab-code" id="lab-link" readonly spellcheck="false">
    <button class="button button-small" type="button" id="lab-share-close">Done</button>
  </div>
  <p class="lab-shared-status" id="lab-share-status" role="status"></p>
</div>
<nav class="lab-devices" id="lab-devices" aria-label="Devices" hidden></nav>
<div class="empty lab-empty" id="lab-empty" hidden>
  <svg class="empty-mark" viewBox="0 0 24 24" aria-hidden="true"><use href="{{icons}}#martlet"></use></svg>
  <h2>No device on the table</h2>
  <p>Put a phone here, open its app, and do what a person would do. Your running campaigns answer.</p>
  <button class="button button-primary" id="lab-first">Add a small phone</button>
</div>
<div class="lab-table" id="lab-table" hidden>
  <section class="lab-palette" aria-label="What to do with the selected device">
    <p class="lab-target">Acts on <strong id="lab-target"></strong></p>
    <details class="lab-group" open>
      <summary>Show</summary>
      <div class="lab-group-body">
        <div>
          <h3 class="lab-label" id="lab-samples-label">A sample of each kind, at once</h3>
          <div class="lab-switches" role="group" aria-labelledby="lab-samples-label">
            {{#samples}}<button class="lab-switch" type="button" data-show="sample:{{value}}" title="{{words}}">{{name}}</button>{{/samples}}
          </div>
        </div>
        <form class="lab-setting" id="lab-show" hidden>
          <label for="lab-show-campaign">A campaign’s message, without its trigger</label>
          <div class="lab-inline">
            <select class="input" id="lab-show-campaign" name="message"></select>
            <button class="button button-small">Show</button>
          </div>
        </form>
      </div>
    </details>
    <details class="lab-group" open>
      <summary>Do</summary>
      <div class="lab-group-body">
        <div class="button-row">
          <button class="button button-primary button-small" data-command="start_session">Start session</button>
        </div>
        <div id="lab-suggestions" hidden>
          <h3 class="lab-label">What running campaigns wait for</h3>
          <ul class="lab-suggestions"></ul>
        </div>
        <form class="lab-form" data-form="log_event" novalidate>
          <h3 class="lab-label">Log an event</h3>
          <div class="field">
            <label for="lab-event-name">Name</label>
            <input class="input" id="lab-event-name" name="name" value="cart_viewed" autocomplete="off" spellcheck="false" maxlength="255">
            <p class="error" data-error="name" id="lab-event-name-error"></p>
          </div>
          <div class="field">
            <label for="lab-event-properties">Properties <span class="field-optional">JSON</span></label>
            <textarea class="input lab-code" id="lab-event-properties" name="properties" rows="2" spellcheck="false" autocomplete="off">{"total": 42}</textarea>
            <p class="error" data-error="properties" id="lab-event-properties-error"></p>
          </div>
          <button class="button button-small">Log the event</button>
        </form>
        <details class="lab-more">
          <summary>Log a purchase</summary>
          <form class="lab-form" data-form="purchase" novalidate>
            <div class="field">
              <label for="lab-product">Product</label>
              <input class="input" id="lab-product" name="product_id" value="mug" autocomplete="off" spellcheck="false">
              <p class="error" data-error="product_id" id="lab-product-error"></p>
            </div>
            <div class="lab-pair">
              <div class="field">
                <label for="lab-price">Price</label>
                <input class="input" id="lab-price" name="price" value="14.50" inputmode="decimal" autocomplete="off">
                <p class="error" data-error="price" id="lab-price-error"></p>
              </div>
              <div class="field">
                <label for="lab-currency">Currency</label>
                <input class="input" id="lab-currency" name="currency" value="EUR" maxlength="3" autocomplete="off" spellcheck="false">
                <p class="error" data-error="currency" id="lab-currency-error"></p>
              </div>
              <div class="field">
                <label for="lab-quantity">Quantity</label>
                <input class="input" id="lab-quantity" name="quantity" value="1" inputmode="numeric" autocomplete="off">
                <p class="error" data-error="quantity" id="lab-quantity-error"></p>
              </div>
            </div>
            <div class="field">
              <label for="lab-purchase-properties">Properties <span class="field-optional">JSON, optional</span></label>
              <textarea class="input lab-code" id="lab-purchase-properties" name="properties" rows="1" spellcheck="false" autocomplete="off"></textarea>
              <p class="error" data-error="properties" id="lab-purchase-properties-error"></p>
            </div>
            <button class="button button-small">Log the purchase</button>
          </form>
        </details>
        <details class="lab-more">
          <summary>Open a notification</summary>
          <form class="lab-form" data-form="push_click" novalidate>
            <div class="field">
              <label for="lab-push">Campaign id <span class="field-optional">optional</span></label>
              <input class="input" id="lab-push" name="campaign_id" placeholder="Any notification" autocomplete="off" spellcheck="false" maxlength="255">
              <p class="error" data-error="campaign_id" id="lab-push-error"></p>
            </div>
            <button class="button button-small">Open it</button>
          </form>
        </details>
      </div>
    </details>
    <details class="lab-group" open>
      <summary>Device</summary>
      <div class="lab-group-body lab-settings">
        <div class="lab-setting">
          <label for="lab-model">Model</label>
          <select class="input" id="lab-model" data-set="model">
            {{#models}}<option value="{{value}}">{{name}}</option>{{/models}}
          </select>
        </div>
        <div class="lab-setting">
          <label for="lab-text">Text size <output id="lab-text-output" for="lab-text">100 %</output></label>
          <input type="range" id="lab-text" min="80" max="310" step="10" value="100" data-set="text">
        </div>
        <div class="lab-setting">
          <label for="lab-language">Language</label>
          <select class="input" id="lab-language" data-set="language">
            {{#languages}}<option value="{{value}}">{{name}}</option>{{/languages}}
          </select>
        </div>
        <div class="lab-switches">
          <button class="lab-switch" type="button" data-set="scheme" data-on="dark" data-off="light" aria-pressed="false">Dark</button>
          <button class="lab-switch" type="button" data-set="held" data-on="landscape" data-off="portrait" aria-pressed="false">On its side</button>
          <button class="lab-switch" type="button" data-set="direction" data-on="rtl" data-off="ltr" aria-pressed="false">Right to left</button>
          <button class="lab-switch" type="button" data-set="keyboard" aria-pressed="false">Keyboard up</button>
          <button class="lab-switch" type="button" data-set="two_windows" aria-pressed="false">Two windows</button>
          <button class="lab-switch" type="button" data-set="reduce_motion" aria-pressed="false">Less motion</button>
          <button class="lab-switch" type="button" data-set="reduce_transparency" aria-pressed="false">Less transparency</button>
          <button class="lab-switch" type="button" data-set="increase_contrast" aria-pressed="false">More contrast</button>
          <button class="lab-switch" type="button" data-set="offline" aria-pressed="false">Offline</button>
          <button class="lab-switch" type="button" data-switch="background" aria-pressed="false">Background</button>
          <button class="lab-switch" type="button" data-command="flush">Send what waits</button>
          <button class="lab-switch" type="button" data-command="quit">Quit the app</button>
          <button class="lab-switch lab-switch-bad" type="button" data-command="wipe">Wipe data</button>
        </div>
      </div>
    </details>
    <details class="lab-group" open>
      <summary>Be</summary>
      <div class="lab-group-body">
        <form class="lab-form" data-form="change_user" novalidate>
          <div class="field">
            <label for="lab-user">User id</label>
            <div class="lab-inline">
              <input class="input" id="lab-user" name="user_id" placeholder="Nobody yet" autocomplete="off" spellcheck="false" maxlength="255">
              <button class="button button-small">Become</button>
            </div>
            <p class="error" data-error="user_id" id="lab-user-error"></p>
          </div>
        </form>
      </div>
    </details>
    <details class="lab-group" open>
      <summary>Clock</summary>
      <div class="lab-group-body">
        <p class="lab-label" id="lab-clock-label">Moves this device’s time on; what is due happens</p>
        <div class="lab-advance" role="group" aria-labelledby="lab-clock-label">
          <button class="lab-switch" type="button" data-advance="60"><span class="visually-hidden">Advance </span>1 minute</button>
          <button class="lab-switch" type="button" data-advance="3600"><span class="visually-hidden">Advance </span>1 hour</button>
          <button class="lab-switch" type="button" data-advance="86400"><span class="visually-hidden">Advance </span>1 day</button>
        </div>
      </div>
    </details>
    <details class="lab-group">
      <summary>The app’s answers</summary>
      <div class="lab-group-body lab-settings">
        <div class="lab-setting">
          <label for="lab-answer">Asked about a message</label>
          <select class="input" id="lab-answer" data-set="choice">
            <option value="now">Show it now</option>
            <option value="reenqueue">Not now</option>
            <option value="discard">Take it out</option>
          </select>
        </div>
        <div class="lab-setting">
          <label for="lab-orientations">The app can be turned</label>
          <select class="input" id="lab-orientations" data-set="orientations">
            <option value="both">Both ways</option>
            <option value="portrait">Upright only</option>
            <option value="landscape">On its side only</option>
          </select>
        </div>
        <div class="lab-setting">
          <label for="lab-preferred">It prefers messages</label>
          <select class="input" id="lab-preferred" data-set="preferred">
            <option value="none">As the device is held</option>
            <option value="portrait">Upright</option>
            <option value="landscape">On the side</option>
          </select>
        </div>
        <div class="lab-setting">
          <label for="lab-status-bar">Status bar under messages</label>
          <select class="input" id="lab-status-bar" data-set="status_bar">
            <option value="auto">As the message wishes</option>
            <option value="hidden">Hidden</option>
            <option value="visible">Visible</option>
          </select>
        </div>
        <div class="lab-setting">
          <label for="lab-window">Messages come in</label>
          <select class="input" id="lab-window" data-set="window">
            <option value="active">The active window</option>
            <option value="first">The first of two</option>
            <option value="second">The second of two</option>
          </select>
        </div>
        <div class="lab-setting">
          <label for="lab-drain">What waits is tried</label>
          <select class="input" id="lab-drain" data-set="drain">
            <option value="after_dismissal">Whenever the screen is free</option>
            <option value="when_eligible">Once at each occasion</option>
            <option value="manual">Only when the app asks</option>
          </select>
        </div>
        <div class="lab-switches">
          <button class="lab-switch" type="button" data-set="veto_clicks" aria-pressed="false">Veto clicks</button>
          <button class="lab-switch" type="button" data-set="no_dark_theme" aria-pressed="false">No dark theme</button>
          <button class="lab-switch" type="button" data-set="background_tap" aria-pressed="false">Close by tap beside</button>
          <button class="lab-switch" type="button" data-command="present_next">Present next</button>
          <button class="lab-switch" type="button" data-switch="enabled" aria-pressed="false">SDK off</button>
        </div>
      </div>
    </details>
  </section>
  <section class="lab-stage" id="lab-stage" aria-label="Devices"></section>
  <section class="lab-timeline" aria-label="Timeline">
    <div class="lab-timeline-head">
      <h2>Timeline</h2>
      <label class="check lab-filter"><input type="checkbox" id="lab-requests" checked> Requests</label>
    </div>
    <p class="visually-hidden" id="lab-live" role="status" aria-live="polite"></p>
    <p class="lab-timeline-empty" id="lab-timeline-empty">Nothing has happened yet. Start a session: the app asks the server for its campaigns, and each event is decided here.</p>
    <div id="lab-timelines"></div>
  </section>
</div>
</div>
<template id="lab-phone">
  <article class="device">
    <header class="device-head">
      <button class="device-name" type="button" aria-pressed="false"></button>
      <span class="device-facts"></span>
      <button class="device-remove" type="button" title="Remove this device"><svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="{{icons}}#trash"></use></svg><span class="visually-hidden"></span></button>
    </header>
    <p class="device-lost" role="status" hidden></p>
    <p class="device-lock" role="status" hidden></p>
    <ul class="device-waits" aria-label="Messages that wait" hidden></ul>
    <div class="device-fit">
      <div class="device-frame">
        <div class="device-screen">
          <div class="device-app"></div>
          <div class="device-second" hidden></div>
          <div class="device-ghost" inert></div>
          <div class="device-scene"></div>
          <div class="device-status" aria-hidden="true"><span class="device-clock"></span><span class="device-signs"><svg viewBox="0 0 52 14"><path class="device-bars" d="M1 10h3v3H1zM6 7.500h3V13H6zM11 4.500h3V13h-3zM16 1.500h3V13h-3z"/><path class="device-no-bars" d="M3 3l14 9M17 3L3 12"/><rect x="28.500" y="2" width="20" height="10" rx="3" fill="none" stroke="currentColor"/><rect x="30.500" y="4" width="13" height="6" rx="1.500"/><path d="M50 5.500v3"/></svg></span></div>
          <div class="device-home">
            <p class="device-home-clock" aria-hidden="true"></p>
            <button class="device-icon" type="button"><svg viewBox="0 0 64 64" aria-hidden="true"><path d="M14 25h36l-3.200 25.500a4 4 0 0 1-4 3.500H21.200a4 4 0 0 1-4-3.500z"/><path d="M23 29v-7a9 9 0 0 1 18 0v7" fill="none"/></svg><span></span></button>
          </div>
          <div class="device-keyboard" aria-hidden="true"></div>
          <div class="device-bar" aria-hidden="true"></div>
        </div>
      </div>
    </div>
  </article>
</template>
<template id="lab-shop">
  <div class="shop">
    <div class="shop-head"><span class="shop-title">Corner Shop</span><span class="shop-sub">Good things for a quiet home</span></div>
    <ul class="shop-grid">
      <li><button class="shop-item" type="button" data-product="mug" data-price="14.5"><svg viewBox="0 0 80 60" aria-hidden="true"><path d="M24 18h26v22a8 8 0 0 1-8 8H32a8 8 0 0 1-8-8z"/><path class="shop-line" d="M50 23h5a6 6 0 0 1 0 12h-5"/></svg><span class="shop-name">Mug</span><span class="shop-price">€14.50</span></button></li>
      <li><button class="shop-item" type="button" data-product="lamp" data-price="49"><svg viewBox="0 0 80 60" aria-hidden="true"><path d="M31 12h18l7 19H24z"/><path class="shop-line" d="M40 31v16M31 48h18"/></svg><span class="shop-name">Lamp</span><span class="shop-price">€49.00</span></button></li>
      <li><button class="shop-item" type="button" data-product="notebook" data-price="9"><svg viewBox="0 0 80 60" aria-hidden="true"><rect x="27" y="11" width="27" height="38" rx="3"/><path class="shop-line shop-pale" d="M33 11v38M39 21h9M39 27h9"/></svg><span class="shop-name">Notebook</span><span class="shop-price">€9.00</span></button></li>
      <li><button class="shop-item" type="button" data-product="plant" data-price="22"><svg viewBox="0 0 80 60" aria-hidden="true"><path d="M30 36h20l-3 14H33z"/><path class="shop-line" d="M40 36V20M40 27c-9 0-11-6-11-11 8 0 11 5 11 11zM40 24c0-7 3-10 10-10 0 7-4 10-10 10z"/></svg><span class="shop-name">Plant</span><span class="shop-price">€22.00</span></button></li>
    </ul>
    <div class="shop-bar"><button class="shop-cart" type="button"></button><button class="shop-buy" type="button">Buy</button></div>
  </div>
</template>

"""#)

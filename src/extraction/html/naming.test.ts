import { describe, expect, it } from "vitest";

import { PageElement } from "./element.ts";
import { namingOf } from "./naming.ts";

const named = (classes: string) => namingOf(new PageElement("div", new Map([["class", classes]]), null));

describe("names that builders of pages give to all they set", () => {
  it.each([
    "elementor-element elementor-widget elementor-widget-text-editor",
    "elementor-widget-container",
    "ui-accordion ui-widget ui-helper-reset",
    "ui-tabs-panel ui-widget-content ui-corner-bottom",
    "yui3-widget",
    "so-panel widget widget_sow-editor panel-first-child",
    "vc_column wpb_column vc_column_container",
    "wp-block-group__inner-container",
    "fl-module fl-module-rich-text",
    "et_pb_module et_pb_text",
  ])("%s says nothing of what it holds", (classes) => {
    expect(named(classes)).toMatchObject({ noise: false, list: false, doubtful: false });
  });

  it.each([
    "elementor-widget elementor-widget-share-buttons",
    "elementor-widget-social-icons",
    "elementor-widget-nav-menu",
  ])("%s says what kind of widget it is", (classes) => {
    expect(named(classes).noise).toBe(true);
  });

  it("keeps the widgets of a side column", () => {
    expect(named("widget widget_recent_entries").list).toBe(true);
  });
});

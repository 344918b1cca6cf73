// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import ServerTestSupport
import StoreConformance
import Testing

@Suite("Templates are read in one pass")
struct TemplateTests {
  static let paths: [(String, [String])] = [
    ("user.first_name", ["user", "first_name"]), ("user.größe", ["user", "größe"]),
    ("user.名前", ["user", "名前"]),
    ("user.🎂", ["user", "🎂"]), ("user.[alias.crm]", ["user", "alias.crm"]),
    ("user.[first name]", ["user", "first name"]),
    ("event.[order id].[#1]", ["event", "order id", "#1"]), ("user.[a]]b]", ["user", "a]b"]),
    ("user.[}}]", ["user", "}}"]),
    ("user.[{{x}}]", ["user", "{{x}}"]), ("user.[a(b)]", ["user", "a(b)"]),
    ("[user].plan", ["user", "plan"]),
    ("user.[\"]", ["user", "\""]),
    ("user.Straße-2", ["user", "Straße-2"]),
  ]

  @Test(arguments: paths)
  func `a name with any character can be written, by one rule`(text: String, names: [String]) throws {
    let path = try #require(TemplatePath(text))
    #expect(path.names == names)
    #expect(TemplatePath(path.description) == path)
    let template = Template("Hi {{\(text)}} and {{#\(text)}}x{{/\(text)}}")
    #expect(template.mistakes.isEmpty, "\(template.mistakes)")
    #expect(Array(template.required.keys) == [path])
  }

  @Test(arguments: 0..<200)
  func `every name can be written and read back`(seed: Int) {
    var numbers = SeededGenerator(seed: UInt64(seed))
    let signs = Array("ab.[]{}()|&#^/!><=%\"'\\ \n\t-_?*äß名🎂\u{301}")
    let names = (0...Int.random(in: 0...2, using: &numbers)).map { _ in
      String(
        (0...Int.random(in: 0...5, using: &numbers)).map { _ in signs.randomElement(using: &numbers) ?? "a" })
    }
    let path = TemplatePath(["user"] + names)
    #expect(TemplatePath(path.description) == path)
    let template = Template("{{\(path)}}")
    #expect(template.mistakes.isEmpty && Array(template.required.keys) == [path], "\(path)")
  }

  /// A text, the code of what is wrong, and what the message and the remedy say.
  static let mistakes: [(String, String, [String])] = [
    ("{{}}", "template_invalid", ["{{}}", "names no value"]),
    ("{{ }}", "template_invalid", ["names no value"]),
    ("{{{}}}", "template_invalid", ["{{{}}}"]), ("{{&}}", "template_invalid", ["{{&}}"]),
    ("{{#}}x{{/}}", "template_invalid", ["{{#}}"]),
    ("{{.}}", "template_invalid", ["{{.}}", "no list"]),
    ("{{first()}}", "template_invalid", ["{{first()}}", "no list"]),
    ("{{user.}}", "template_invalid", ["{{user.}}", "{{user.first_name}}"]),
    ("{{.user}}", "template_invalid", ["dot"]),
    ("{{user..plan}}", "template_invalid", ["{{user.plan}}"]),
    ("Hello {{", "template_invalid", ["never closed"]),
    ("Hello {{user.plan", "template_invalid", ["never closed", "{{user.plan}}"]),
    ("Hello {{user.plan}", "template_invalid", ["never closed", "{{user.plan}}"]),
    ("Hi {{user.plan and {{user.name}}", "template_invalid", ["never closed", "{{user.plan}}"]),
    ("{{{user.plan}}", "template_invalid", ["never closed"]),
    ("{{user.[a b}}", "template_invalid", ["bracket", "{{user.[a b]}}"]),
    ("{{user.first name}}", "template_invalid", ["blank", "{{user.[first name]}}"]),
    ("{{user's name}}", "template_invalid", ["“'”"]),
    ("{{user.alias:crm}}", "template_invalid", ["“:”", "{{user.[alias:crm]}}"]),
    (
      "{{user.first_name | default: 'there'}}", "template_invalid",
      ["filters", "{{^user.first_name}}there{{/user.first_name}}"]
    ),
    (
      "{{${first_name} | default: \"you\"}}", "template_invalid",
      ["filters", "{{^user.first_name}}you{{/user.first_name}}"]
    ),
    ("{{${first_name}}}", "template_invalid", ["{{user.first_name}}"]),
    ("{{#if user.plan}}x{{else}}y{{/if}}", "template_invalid", ["no if", "{{#user.plan}}…{{/user.plan}}"]),
    (
      "{{#unless user.plan}}x{{/unless}}", "template_invalid", ["no unless", "{{^user.plan}}…{{/user.plan}}"]
    ),
    ("{{shout(user.plan)}}", "template_invalid", ["no function shout", "uppercased", "{{user.plan}}"]),
    ("{{#user.plan}}x", "template_invalid", ["{{#user.plan}}", "never closed", "{{/user.plan}}"]),
    (
      "{{#user.plan}}x{{/user.name}}{{/user.plan}}", "template_invalid",
      ["{{/user.name}}", "closes nothing", "{{/user.plan}}"]
    ),
    ("x{{/user.plan}}", "template_invalid", ["{{/user.plan}}", "closes nothing"]),
    ("{{#user.a}}{{#user.b}}x{{/user.a}}", "template_invalid", ["{{#user.b}}", "never closed"]),
    ("{{>partial}}", "template_not_allowed", ["{{>partial}}"]),
    ("{{=<% %>=}}", "template_not_allowed", ["{{=<% %>=}}"]),
    ("{{#a}}{{#b}}{{#c}}x{{/c}}{{/b}}{{/a}}", "template_too_deep", ["{{#c}}"]),
  ]

  @Test(arguments: mistakes)
  func `a mistake is told once, in words of our own, with a remedy that can be read`(
    text: String, code: String, words: [String]
  ) throws {
    let found = Template(text).mistakes
    #expect(found.count == 1, "\(found)")
    let mistake = try #require(found.first)
    #expect(mistake.code == code)
    for word in words {
      #expect((mistake.message + " " + mistake.remedy).contains(word), "\(mistake.message) \(mistake.remedy)")
    }
    // What stands in braces in a remedy is a template without a mistake.
    let examples = Template(mistake.remedy.replacing("Write }} after", with: "").replacing("{{.}}", with: ""))
    #expect(examples.mistakes.isEmpty, "\(mistake.remedy)")
    for word in ["overflow", "unfinished", "ParserError", "Optional(", "Swift"] {
      #expect(!mistake.message.contains(word))
    }
  }

  @Test(arguments: ["a { b } c", "{ {user.plan} }", "}}", "a }} b", "{", "{x}", "50 %}", ""])
  func `what is nearly a tag stays as it is`(text: String) {
    let template = Template(text)
    #expect(template.mistakes.isEmpty && template.tags.isEmpty)
  }

  @Test(
    arguments: ["{{user.a}}", "{{#a}}", "{{", "{{{", "{{[", "{{/a}}", "{ ", "{{!", "{{{!"])
  func `thousands of tags and of braces that never close are read in one pass`(text: String) {
    // Quadratic time would take minutes.
    #expect(Template(String(repeating: text, count: 5_000)).tags.count >= 0)
  }
}

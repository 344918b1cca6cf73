// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(WebKit) && canImport(UIKit)
import Foundation
import WebKit

/// Serves a page and its files to the web view, which has no access to the disk itself.
///
/// The system ends the app if a task is answered twice, or after it was stopped. So only tasks in
/// the table are answered.
final class PageFileHandler: NSObject, WKURLSchemeHandler {
  /// The address of the page.
  static let home = URL(string: NativePage.home) ?? URL(fileURLWithPath: "/")

  private let files: PageFiles
  private var tasks: [ObjectIdentifier: any WKURLSchemeTask] = [:]

  init(_ files: PageFiles) { self.files = files }

  /// Answers nothing any more.
  func close() { tasks = [:] }

  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
    let id = ObjectIdentifier(urlSchemeTask)
    tasks[id] = urlSchemeTask
    guard let url = urlSchemeTask.request.url, url.host == Self.home.host else { return fail(id) }
    let name = String(url.path(percentEncoded: false).drop { $0 == "/" })
    Task { [weak self, files] in
      let answer = await Self.read(name, files)
      self?.finish(id, url, answer)
    }
  }

  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
    tasks[ObjectIdentifier(urlSchemeTask)] = nil
  }

  /// What a request gets.
  private enum Reading: Sendable {
    case content(Data, type: String)
    case none
  }

  /// A file that the device does not have. As in the policy of the page, only images, fonts and
  /// media come from elsewhere.
  private static func fetch(_ url: URL, type: String) async -> Reading {
    guard url.scheme == "https",
      ["image", "font", "audio", "video"].contains(type.split(separator: "/").first.map(String.init))
    else {
      return .none
    }
    return await WebFile.data(at: url).map { .content($0, type: type) } ?? .none
  }

  /// Reads away from the main thread.
  @concurrent
  private static func read(_ name: String, _ files: PageFiles) async -> Reading {
    switch files.answer(name) {
    case .page(let text): .content(Data(text.utf8), type: "text/html; charset=utf-8")
    case .text(let text, let type): .content(Data(text.utf8), type: type)
    case .file(let url, let type): (try? Data(contentsOf: url)).map { .content($0, type: type) } ?? .none
    case .elsewhere(let url): await fetch(url, type: PageFiles.contentType(of: name))
    case .none: .none
    }
  }

  private func finish(_ id: ObjectIdentifier, _ url: URL, _ reading: Reading) {
    switch reading {
    case .content(let data, let type):
      answer(
        id, url, 200, data,
        [
          "Content-Type": type, "Content-Length": "\(data.count)", "Access-Control-Allow-Origin": "*",
          "Cache-Control": "no-store",
          "Content-Security-Policy": NativePage.policy,
        ])
    case .none: answer(id, url, 404, Data(), ["Content-Type": "text/plain"])
    }
  }

  private func answer(
    _ id: ObjectIdentifier, _ url: URL, _ status: Int, _ data: Data, _ headers: [String: String]
  ) {
    guard let task = tasks[id],
      let response = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    else { return fail(id) }
    tasks[id] = nil
    task.didReceive(response)
    task.didReceive(data)
    task.didFinish()
  }

  private func fail(_ id: ObjectIdentifier) {
    guard let task = tasks.removeValue(forKey: id) else { return }
    task.didFailWithError(URLError(.resourceUnavailable))
  }
}
#endif

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UIKit
import WebKit

extension Doubles {
  @MainActor
  @Suite struct PageTests {
    let guide = Guide()
    let server = Server()
    let configuration = WKWebViewConfiguration()

    init() {
      Drive.reset()
      configuration.setURLSchemeHandler(server, forURLScheme: "martlet")
    }

    private func webView() -> WKWebView {
      let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), configuration: configuration)
      (view.navigationDelegate, view.uiDelegate) = (guide, guide)
      return view
    }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func `A page asks, starts, arrives and finishes, each in its turn`() throws {
      let view = webView()
      view.loadHTMLString("<p>", baseURL: try url("martlet://page/"))
      #expect(guide.heard.isEmpty && view.isLoading)
      #expect(Drive.hasStarted(view) && guide.heard == ["load martlet://page/", "start"])
      #expect(Drive.finish(view, title: "T") && guide.heard.suffix(2) == ["commit", "finish"])
      #expect(view.url?.absoluteString == "martlet://page/" && view.title == "T" && !view.isLoading)
      #expect(!Drive.finish(view), "it finishes once")
      #expect(Drive.loading(of: view)?.html == "<p>")
    }

    @Test func `A load that the policy cancels fails with WebKit's own error`() throws {
      let view = webView()
      guide.policy = .cancel
      view.load(URLRequest(url: try url("https://example.com")))
      #expect(!Drive.hasStarted(view) && guide.heard.last == "failed 102" && !Drive.finish(view))
    }

    @Test func `A policy handler must be called exactly once`() throws {
      let view = webView()
      guide.answers = 2
      view.loadHTMLString("", baseURL: nil)
      Drive.turn()
      #expect(Drive.violations == ["the policy handler of about:blank was called twice"])
      guide.policy = nil
      #expect(Drive.follow(try url("https://example.com"), in: view).isAllowed == nil)
      #expect(Drive.violations.last == "the policy handler of https://example.com was never called")
    }

    @Test func `Loading can be stopped, and fails as cancelled`() {
      let view = webView()
      view.loadHTMLString("", baseURL: nil)
      Drive.turn()
      view.stopLoading()
      #expect(guide.heard.last == "failed \(URLError.cancelled.rawValue)" && !Drive.finish(view))
    }

    @Test func `A page fails before or after its beginning has arrived`() {
      let view = webView()
      view.loadHTMLString("", baseURL: nil)
      Drive.fail(view)
      #expect(guide.heard.last == "failed \(URLError.cannotConnectToHost.rawValue)")
      view.loadHTMLString("", baseURL: nil)
      Drive.fail(view, isCommitted: true)
      #expect(guide.heard.last == "failed late")
    }

    @Test func `The handler of a scheme answers in order`() throws {
      let view = webView()
      let resource = try #require(Drive.load(try url("martlet://a/image.png"), in: view))
      #expect(resource.isPending)
      Server.serve(server.started[0], "data")
      #expect(
        resource.isFinished && resource.data == Data("data".utf8)
          && resource.response?.mimeType == "text/html")
      let unknown = Drive.load(try url("other://x"), in: view)
      #expect(Drive.violations.isEmpty && unknown == nil)
    }

    @Test func `An answer after the stop, after the end or before a response ends the app`() throws {
      let view = webView()
      let stopped = try #require(Drive.load(try url("martlet://stopped"), in: view))
      stopped.stop()
      #expect(server.stopped == 1)
      server.started[0].didFinish()
      _ = Drive.load(try url("martlet://early"), in: view)
      server.started[1].didReceive(Data())
      Server.serve(server.started[1], "")
      server.started[1].didFinish()
      #expect(
        Drive.violations == [
          "the task of martlet://stopped received the end after it was stopped",
          "the task of martlet://early received data before a response",
          "the task of martlet://early received the end after its end",
        ])
    }

    @Test func `A page under a scheme of the app waits for the handler, and a new load stops its tasks`()
      throws
    {
      let view = webView()
      view.load(URLRequest(url: try url("martlet://page/")))
      #expect(!Drive.finish(view), "the handler has not answered")
      #expect(Drive.mainResource(of: view)?.isPending == true)
      view.loadHTMLString("", baseURL: nil)
      #expect(server.stopped == 1)
      view.load(URLRequest(url: try url("martlet://page/")))
      Drive.turn()
      Server.serve(server.started[1], "<p>")
      #expect(Drive.finish(view) && view.url?.host == "page")
    }

    @Test(arguments: ["https", "martlet", "1x", "a b"])
    func `A scheme can have one handler, if it is the app's`(scheme: String) {
      configuration.setURLSchemeHandler(server, forURLScheme: scheme)
      #expect(Drive.violations.count == 1)
    }

    @Test func `A configuration is copied, its user content controller is not`() {
      let view = webView()
      configuration.allowsInlineMediaPlayback = true
      configuration.setURLSchemeHandler(server, forURLScheme: "later")
      #expect(!view.configuration.allowsInlineMediaPlayback && Drive.schemes(of: view) == ["martlet"])
      #expect(view.configuration.userContentController === configuration.userContentController)
      #expect(!WKWebsiteDataStore.nonPersistent().isPersistent)
    }

    @Test func `A link asks first, and one for a new window opens none by itself`() throws {
      let view = webView()
      view.loadHTMLString("", baseURL: nil)
      Drive.finish(view)
      let target = try url("https://example.com/")
      let opened = Drive.follow(target, target: .newWindow, in: view)
      #expect(opened.isAllowed == true && opened.opensWindow == false)
      #expect(guide.heard.last == "link https://example.com/ in a new window")
      guide.policy = .cancel
      #expect(Drive.follow(target, in: view).isAllowed == false && view.url?.scheme == "about")
      guide.policy = .allow
      #expect(
        Drive.follow(target, in: view).isAllowed == true && guide.heard.last == "start" && Drive.finish(view))
      #expect(view.url == target)
    }

    @Test func `Without a delegate's word, other schemes open in other apps`() throws {
      final class Silent: NSObject, WKNavigationDelegate {}
      let (view, silent) = (webView(), Silent())
      view.navigationDelegate = silent
      let call = try url("tel:112")
      #expect(Drive.follow(call, in: view).isAllowed == false && Drive.opened.map(\.url) == [call])
    }

    @Test func `After the end of its process a page has no URL and runs no scripts`() {
      let view = webView()
      view.loadHTMLString("", baseURL: nil)
      Drive.finish(view)
      Drive.terminateProcess(of: view, isSilent: true)
      #expect(!guide.heard.contains("terminated") && view.url == nil)
      view.loadHTMLString("", baseURL: nil)
      Drive.finish(view)
      Drive.terminateProcess(of: view)
      #expect(guide.heard.last == "terminated" && view.url == nil)
      var codes: [WKError.Code?] = []
      view.evaluateJavaScript("1", in: nil, in: .page) { result in
        if case .failure(let error) = result { codes.append((error as? WKError)?.code) }
      }
      Drive.turn()
      #expect(codes == [.webContentProcessTerminated])
    }

    @Test func `A web view goes when nobody holds it, and its open tasks are stopped`() throws {
      do {
        let view = webView()
        _ = Drive.load(try url("martlet://x"), in: view)
        #expect(Drive.liveWebViews.count == 1)
      }
      #expect(Drive.liveWebViews.isEmpty)
      Server.serve(server.started[0], "")
      #expect(Drive.violations.count == 3)
    }
  }
}

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(WebKit) && canImport(UIKit)
import MartletWire
import UIKit
import WebKit

/// One page in a web view: without cookies or storage, without access to the disk, and without any
/// network but for images and fonts.
///
/// The page and its files come from `PageFileHandler` under a scheme of their own. `PageNavigation`
/// lets nothing else load.
final class PageView: UIView {
  let nodeID: String
  private let web: SceneNode.Web
  private let event: String
  let page: WKWebView
  private let files: PageFileHandler
  private let navigation: PageNavigation
  private let dialogs = PageDialogs()
  private var channel = PageChannel()
  private var state = PageState.loading
  private var waiting: [CheckedContinuation<PageState, Never>] = []

  var report: (@MainActor (SceneEvent) -> Void)?
  var lost: (@MainActor (PageLoss?) -> Void)?
  /// Why the page cannot be shown, for the log.
  var problem: (@MainActor (String) -> Void)?
  var presenter: (@MainActor () -> UIViewController?)? {
    get { dialogs.presenter }
    set { dialogs.presenter = newValue }
  }

  /// Whether the page can be shown.
  enum PageState: Equatable, Sendable {
    case loading, loaded
    case failed(PageLoss?)
  }

  private static let handlerName = "martlet"

  /// - Parameters:
  ///   - secret: a text that the page cannot know, for the events of its bridge.
  ///   - configure: changes the configuration for the app.
  init(
    _ web: SceneNode.Web, nodeID: String, secret: String, configure: (@MainActor (AnyObject) -> Void)? = nil
  ) {
    self.web = web
    self.nodeID = nodeID
    event = "martlet-\(secret)"
    files = PageFileHandler(PageFiles(web, path: "/"))
    navigation = PageNavigation(home: PageFileHandler.home)
    let configuration = WKWebViewConfiguration()
    configuration.allowsInlineMediaPlayback = true
    configuration.mediaTypesRequiringUserActionForPlayback = .all
    configuration.setURLSchemeHandler(files, forURLScheme: NativePage.scheme)
    let controller = configuration.userContentController
    configure?(configuration)
    // What follows is not the app's choice. The rules and the bridge are in the controller, which
    // belongs to this page alone.
    configuration.userContentController = controller
    configuration.websiteDataStore = .nonPersistent()
    configuration.preferences.javaScriptCanOpenWindowsAutomatically = false
    configuration.defaultWebpagePreferences.allowsContentJavaScript = true
    page = WKWebView(frame: .zero, configuration: configuration)
    super.init(frame: .zero)
    install(in: page.configuration.userContentController)
    page.navigationDelegate = navigation
    page.uiDelegate = dialogs
    page.isOpaque = false
    page.backgroundColor = .clear
    page.underPageBackgroundColor = .clear
    // The page keeps clear of the safe area itself.
    page.scrollView.contentInsetAdjustmentBehavior = .never
    page.allowsLinkPreview = false
    #if DEBUG
    if #available(iOS 16.4, visionOS 1.0, *) { page.isInspectable = web.allowsInspector }
    #endif
    addSubview(page)
    navigation.followed = { [weak self] url, target, input in self?.follow(url, target, input) }
    navigation.failed = { [weak self] words in self?.fail(words) }
    dialogs.mayAsk = { [weak self] in self?.state == .loaded }
    dialogs.openedWindow = { [weak self] url in self?.follow(url, "_blank", .touch) }
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    page.frame = bounds
  }

  /// Whether this is the page that the node needs, whatever its surroundings are.
  func shows(_ other: SceneNode.Web) -> Bool {
    guard case .failed = state else {
      var same = other
      same.surroundings = web.surroundings
      return same == web
    }
    return false
  }

  // MARK: - Loading

  /// Starts to load the page, once the rules that keep it from the network are ready.
  func load() {
    Task { [weak self] in
      let rules: WKContentRuleList
      do {
        rules = try await PageRules.compiled()
      } catch {
        self?.fail("The system refused the rules that keep pages from the network. \(error)")
        return
      }
      guard let self, state == .loading else { return }
      page.configuration.userContentController.add(rules)
      page.load(URLRequest(url: PageFileHandler.home))
    }
  }

  /// Waits until the page has loaded or cannot be loaded any more.
  func loaded() async -> PageState {
    guard state == .loading else { return state }
    return await withCheckedContinuation { waiting.append($0) }
  }

  /// The scripts, and the app's end of the bridge. The system keeps the handler, so it must not
  /// keep this view.
  private func install(in controller: WKUserContentController) {
    let script = PageScript(web: web, event: event)
    let world = WKContentWorld.world(name: "martlet")
    controller.addUserScript(
      WKUserScript(
        source: script.forApp(handler: Self.handlerName), injectionTime: .atDocumentStart,
        forMainFrameOnly: true, in: world))
    controller.addUserScript(
      WKUserScript(source: script.forPage, injectionTime: .atDocumentStart, forMainFrameOnly: true, in: .page)
    )
    controller.add(
      PageMessages { [weak self] text in self?.receive(text) }, contentWorld: world, name: Self.handlerName)
  }

  private func receive(_ text: String) {
    guard let message = channel.receive(text) else { return }
    switch message {
    case .loaded: end(.loaded)
    case .call(let call): report?(.called(nodeID: nodeID, call))
    case .escape: report?(.escaped)
    case .lost(let loss): end(.failed(loss))
    }
  }

  private func follow(_ url: String, _ target: String?, _ input: PageInput?) {
    report?(.openedLink(nodeID: nodeID, url: url, target: target, input: input))
  }

  private func fail(_ words: String) {
    problem?(words)
    end(.failed(nil))
  }

  private func end(_ next: PageState) {
    // A page that has loaded can still be lost. A page that is lost stays lost.
    if case .failed = state { return }
    guard state != next else { return }
    let wasLoaded = state == .loaded
    state = next
    for continuation in waiting { continuation.resume(returning: next) }
    waiting = []
    guard case .failed(let loss) = next else { return }
    close()
    if wasLoaded || loss != nil { lost?(loss) }
  }

  // MARK: - Messages to the page

  func surround(with surroundings: SceneNode.Web.Surroundings) { post(PageScript.surroundings(surroundings)) }

  /// - Parameter message: as JSON.
  func post(_ message: String) {
    guard state == .loaded else { return }
    page.callAsyncJavaScript(
      PageScript.tell, arguments: ["event": event, "message": message], in: nil, in: .page,
      completionHandler: nil)
  }

  // MARK: - The end

  /// The system may end the process of a page in the background without a word. The page is then
  /// white.
  func checkProcess() {
    if state == .loaded, page.url == nil { fail("The system has ended its process.") }
  }

  /// Stops the page and lets go of everything.
  func close() {
    if state == .loading { end(.failed(nil)) }
    page.stopLoading()
    page.navigationDelegate = nil
    page.uiDelegate = nil
    navigation.close()
    dialogs.close()
    files.close()
    let controller = page.configuration.userContentController
    controller.removeAllUserScripts()
    controller.removeAllScriptMessageHandlers()
    page.removeFromSuperview()
  }
}

/// Takes the texts of the bridge. Only those of the page itself count, not those of frames inside
/// it.
private final class PageMessages: NSObject, WKScriptMessageHandler {
  private let receive: @MainActor (String) -> Void

  init(_ receive: @escaping @MainActor (String) -> Void) { self.receive = receive }

  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) {
    guard message.frameInfo.isMainFrame, let text = message.body as? String else { return }
    receive(text)
  }
}
#endif

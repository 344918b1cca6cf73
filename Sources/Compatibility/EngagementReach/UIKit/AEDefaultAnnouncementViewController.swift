// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && canImport(ObjectiveC) && !os(tvOS)
public import UIKit
public import WebKit

/// Shows an announcement with a title bar, a text or a page, and a toolbar.
///
/// It loads the nib named after its class without "Controller", if the app has one. The parts of
/// the nib are connected as outlets, or have the tags 1 (title bar), 2 (text), 3 (page) and 4
/// (toolbar). Without a nib, it makes the parts itself.
///
/// Objective-C has a class of its own with this name.
@objc(AESwiftDefaultAnnouncementViewController)
@MainActor
open class AEDefaultAnnouncementViewController: AEAnnouncementViewController, AEWebAnnouncementActionDelegate
{
  /// Hidden if the title is empty.
  @IBOutlet open var titleBar: UINavigationBar?
  /// Hidden if the announcement is a page.
  @IBOutlet open var textView: UITextView?
  /// Hidden if the announcement is a text.
  @IBOutlet open var webView: WKWebView?
  /// Hidden if both labels are empty.
  @IBOutlet open var toolbar: UIToolbar?
  /// Takes the calls of a page.
  open var jsBridge: AEWebAnnouncementJsBridge?

  override class var ownNib: String? { ContentLayout.nib(of: self) }

  open override func loadView() {
    if nibName != nil { super.loadView() } else { view = ContentLayout.makeView() }
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    if nibName == nil { makeParts() } else { findParts() }
    let isPage = announcement.type == .html
    ContentLayout.show(announcement.title, in: titleBar)
    textView?.isHidden = isPage
    webView?.isHidden = !isPage
    if isPage {
      _ = webView?.loadHTMLString(announcement.body, baseURL: URL(string: "http://localhost/"))
    } else {
      textView?.text = announcement.body
    }
    loadToolbar(toolbar)
  }

  private func findParts() {
    titleBar = titleBar ?? view.viewWithTag(1) as? UINavigationBar
    textView = textView ?? view.viewWithTag(2) as? UITextView
    webView = webView ?? view.viewWithTag(3) as? WKWebView
    toolbar = toolbar ?? view.viewWithTag(4) as? UIToolbar
    // A web view of a nib shares the scripts and handlers of its configuration, so they can also be
    // added later.
    if let webView { connect(webView.configuration) }
  }

  private func makeParts() {
    let (titleBar, textView, toolbar) = (
      UINavigationBar(frame: .zero), UITextView(frame: .zero, textContainer: nil), UIToolbar(frame: .zero)
    )
    textView.isEditable = false
    textView.font = .preferredFont(forTextStyle: .body)
    textView.adjustsFontForContentSizeCategory = true
    let configuration = WKWebViewConfiguration()
    connect(configuration)
    let webView = WKWebView(frame: .zero, configuration: configuration)
    (self.titleBar, self.textView, self.webView, self.toolbar) = (titleBar, textView, webView, toolbar)
    ContentLayout.stack([titleBar, textView, webView, toolbar], in: view)
  }

  private func connect(_ configuration: WKWebViewConfiguration) {
    let bridge = AEWebAnnouncementJsBridge(delegate: self)
    bridge.add(to: configuration)
    jsBridge = bridge
  }
}
#endif

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletTesting
import MartletUI
import Testing

@testable import MartletReach

@Suite("Banners and announcements on the screen")
struct SheetViewTests {
  private let traits = SceneTraits(width: 390, height: 844, safeArea: Insets(top: 47, bottom: 34))

  // MARK: - Banners

  @Test func `what a banner does not have is not there`() throws {
    let all = Reach.Banner(title: "A", text: "B", imageURL: URL(string: "https://a.example/b.png"))
    let parts = ["icon", "title", "text", "image", "close"]
    func present(_ banner: Reach.Banner, icon: Martlet.InAppMessage.Graphic? = .icon("*")) -> [String] {
      let scene = Reach.BannerView(banner: banner, icon: icon).makeScene(id: "1", traits: traits)
      return parts.filter { scene.root.node($0) != nil }
    }
    #expect(present(all) == parts)
    var banner = all
    banner.showsIcon = false
    #expect(
      present(banner) == ["title", "text", "image", "close"]
        && present(all, icon: nil) == ["title", "text", "image", "close"])
    banner.title = ""
    #expect(present(banner) == ["text", "image", "close"])
    banner.imageURL = nil
    #expect(present(banner) == ["text", "close"])
    banner.isCloseable = false
    #expect(present(banner) == ["text"])
    banner = all
    (banner.title, banner.text) = ("", "")
    #expect(present(banner) == ["image", "close"], "a picture alone fills the banner")
  }

  @Test func `the whole banner is one button, and the close control is beside it, not in it`() throws {
    let scene = Reach.BannerView(banner: .init(title: "A", text: "B")).makeScene(id: "1", traits: traits)
    let body = try #require(scene.root.node("body"))
    #expect(body.action == .body && body.accessibility.role == .button && body.accessibility.label == "A, B")
    #expect(body.node("close") == nil && scene.root.node("close")?.action == .close)
    #expect(scene.backdrop == nil && !scene.accessibility.isModal && scene.accessibility.label == "A, B")
  }

  @Test
  func
    `a banner is at its edge, slides from there, and leaves there; without a close control it cannot be swiped away`()
  {
    for (edge, drawn) in [(Reach.Banner.Edge.top, MessageScene.Edge.top), (.bottom, .bottom)] {
      let scene = Reach.BannerView(banner: .init(text: "A", edge: edge)).makeScene(id: "1", traits: traits)
      #expect(
        scene.swipe == drawn && scene.enter.style == .slide(drawn) && scene.leave.style == .slide(drawn))
      if case .top = scene.placement { #expect(edge == .top) } else { #expect(edge == .bottom) }
      let fixed = Reach.BannerView(banner: .init(text: "A", isCloseable: false, edge: edge)).makeScene(
        id: "1", traits: traits)
      #expect(fixed.swipe == nil)
    }
  }

  @Test func `a banner that was visible before appears again at once`() {
    let scene = Reach.BannerView(banner: .init(text: "A"), isRepeat: true).makeScene(id: "1", traits: traits)
    #expect(scene.enter == .none && scene.leave != .none)
  }

  @Test(arguments: [40.0, 60, 120])
  func `in an area, a banner fills it, fades, and cannot be swiped away`(height: Double) {
    let area = SceneTraits(width: 320, height: height)
    let scene = Reach.BannerView(banner: .init(title: "A", text: "B"), area: "start").makeScene(
      id: "1", traits: area)
    #expect(
      scene.area == "start" && scene.placement == .fill && scene.swipe == nil && scene.enter.style == .fade)
    #expect(
      scene.root.style.width == 320 && scene.root.style.height == height && scene.root.style.shadow == nil)
    let scrolls = scene.root.allNodes.contains { if case .scroll = $0.content { true } else { false } }
    #expect(scrolls == (height == 40), "two lines do not fit into 40 points")
  }

  @Test
  @MainActor
  func `a scene for an area that the host does not have fails, and one that it has appears`() {
    final class Recorder: SceneHostClient {
      var events: [SceneEvent] = []
      func host(_ host: any SceneHost, didReport event: SceneEvent, sceneID: String) { events.append(event) }
      func hostDidChangeTraits(_ host: any SceneHost) {}
    }
    let (host, recorder) = (HeadlessHost(), Recorder())
    host.client = recorder
    let area = SceneArea(id: "start", size: SceneSize(width: 320, height: 60))
    let scene = Reach.BannerView(banner: .init(text: "A"), area: area.id).makeScene(
      id: "1", traits: host.traits.filling(area))
    host.show(scene)
    host.areas = [area]
    host.show(scene)
    #expect(recorder.events == [.failed(.hostGone), .appeared])
  }

  // MARK: - Announcements

  @Test func `an announcement without a title has no title bar, and without labels no buttons`() throws {
    func scene(_ announcement: Reach.Announcement) throws -> MessageScene {
      try #require(Reach.AnnouncementView(announcement: announcement).makeScene(id: "1", traits: traits))
    }
    let all = try scene(.init(title: "A", body: "B", actionLabel: "C", exitLabel: "D"))
    for id in ["title-bar", "title", "text", "buttons", "exit", "action"] {
      #expect(all.root.node(id) != nil, "\(id)")
    }
    #expect(all.root.node("close") == nil, "the exit button closes it")
    let bare = try scene(.init(body: "B"))
    for id in ["title-bar", "title", "buttons", "exit", "action"] {
      #expect(bare.root.node(id) == nil, "\(id)")
    }
    #expect(bare.root.node("close") != nil, "there must be a way out")
    let one = try scene(.init(title: "A", body: "B", actionLabel: "C"))
    #expect(one.root.node("action") != nil && one.root.node("exit") == nil && one.root.node("close") != nil)
    let only = try scene(.init(title: "A"))
    #expect(only.root.node("text") == nil)
  }

  @Test func `a page is in the sandbox, between title and buttons; without both it is the whole screen`()
    throws
  {
    let framed = try #require(
      Reach.AnnouncementView(announcement: .init(kind: .html, title: "A", body: "<p>B", actionLabel: "C"))
        .makeScene(id: "1", traits: traits))
    guard case .web(let web)? = framed.root.node("page")?.content else {
      Issue.record("no page")
      return
    }
    #expect(web.page == "<p>B" && framed.root.node("title") != nil && framed.root.node("action") != nil)
    #expect(web.surroundings.safeArea.top == 0 && web.surroundings.safeArea.bottom == 0, "bars are around it")
    let whole = try #require(
      Reach.AnnouncementView(announcement: .init(kind: .html, body: "<title>T</title>")).makeScene(
        id: "1", traits: traits))
    #expect(whole.root.allNodes.map(\.id) == ["screen", "page"] && whole.accessibility.label == "T")
    #expect(
      Reach.AnnouncementView(announcement: .init(kind: .html)).makeScene(id: "1", traits: traits) == nil)
  }

  @Test func `action and exit are what the buttons, the close control and Escape mean`() throws {
    let view = Reach.AnnouncementView(announcement: .init(body: "B", actionLabel: "C", exitLabel: "D"))
    let scene = try #require(view.makeScene(id: "1", traits: traits))
    #expect(view.choice(for: .pressed(nodeID: "action"), in: scene) == .action)
    #expect(view.choice(for: .pressed(nodeID: "exit"), in: scene) == .exit)
    #expect(view.choice(for: .escaped, in: scene) == .exit)
    #expect(view.choice(for: .pressed(nodeID: "text"), in: scene) == nil)
    #expect(view.choice(for: .appeared, in: scene) == nil)
    let bare = Reach.AnnouncementView(announcement: .init(body: "B"))
    let bareScene = try #require(bare.makeScene(id: "1", traits: traits))
    #expect(bare.choice(for: .pressed(nodeID: "close"), in: bareScene) == .exit)
  }

  @Test func `announcements fill small screens and are cards on large ones, unless the app says otherwise`()
    throws
  {
    let large = SceneTraits(
      width: 1_180, height: 820, horizontalSizeClass: .regular, verticalSizeClass: .regular)
    for (mode, traits, isCard) in [
      (nil, self.traits, false), (nil, large, true), (InAppMessageUI.DisplayMode.modal, self.traits, true),
      (.full, large, false),
    ] {
      var attributes = Reach.SheetAttributes()
      attributes.preferredDisplayMode = mode
      let scene = try #require(
        Reach.AnnouncementView(announcement: .init(body: "B"), attributes: attributes).makeScene(
          id: "1", traits: traits))
      #expect((scene.placement != .fill) == isCard)
    }
  }

  // MARK: - Loading

  @Test func `while content loads there is a sign with a name, and a way out`() throws {
    let scene = Reach.LoadingView().makeScene(id: "1", traits: traits)
    let spinner = try #require(scene.root.node("spinner"))
    #expect(
      spinner.content == .spinner && spinner.accessibility.role == .progress
        && spinner.accessibility.label == "Loading")
    #expect(scene.root.node("close")?.action == .close && scene.accessibility.isModal)
  }
}

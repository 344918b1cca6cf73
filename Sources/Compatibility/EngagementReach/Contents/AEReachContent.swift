// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletReach

/// What a campaign shows. `AEReachPoll` and `AEReachAbstractAnnouncement` are such contents.
///
/// Each report counts once. Reports after the end, or about something that is not on the screen,
/// change nothing.
#if canImport(ObjectiveC)
@objcMembers
#endif
@MainActor
public class AEReachContent: NSObject {
  /// The delivery, in Martlet's own words.
  var item: Reach.Item
  /// The app has reported its end.
  private(set) var hasEnded = false
  private var held: [() -> Void]?

  init(item: Reach.Item) {
    (self.item, contentId, pushId, category, feedback) = (
      item, item.campaignID, item.id, item.category, !item.isTest
    )
    super.init()
  }

  /// nil: only the SDK makes contents.
  public convenience init?(reachValues: [AnyHashable: Any]!) { return nil }

  /// The id of the campaign.
  public let contentId: String
  /// Unique for each delivery.
  public let pushId: String
  /// The same as `pushId`.
  public var localId: String { pushId }
  /// nil if the campaign has none.
  public let category: String?
  /// Whether anything is counted. false for tests.
  public let feedback: Bool
  /// The text or the page.
  public var body: String { "" }
  /// What the action opens. nil: nothing.
  public var actionURL: String? { nil }

  /// `a` for announcements, `p` for surveys, and `n` for a banner that opens no content.
  public func kind() -> String { "" }

  /// It cannot be shown. It counts as dropped.
  public func drop() { end { $0.drop() } }

  /// The person used the action, or submitted the answers.
  public func actionContent() { end { $0.act() } }

  /// The person closed it.
  public func exitContent() { end { $0.exit() } }

  /// Whether it has ended, or expired.
  public func isExpired() -> Bool { item.isOver }

  /// The bytes of a text in Base64. nil if it is none.
  public func decodeBase64(_ text: String!) -> Data! { text.flatMap { Data(base64Encoded: $0) } }

  /// Reports a status by its name. Martlet counts the statuses that the other methods report, and
  /// ignores others.
  public func sendFeedback(_ status: String!, extras: [AnyHashable: Any]!) { report(status) }

  /// Ends it with a status by its name. Only the first call has an effect.
  public func process(_ status: String!, extras: [AnyHashable: Any]!) {
    if ["content-actioned", "content-exited"].contains(status) { report(status) } else { drop() }
  }

  func report(_ status: String?) {
    switch status {
    case "content-actioned": actionContent()
    case "content-exited": exitContent()
    case "dropped": drop()
    default: break
    }
  }

  /// false: everything has been loaded when a campaign is shown.
  public func hasDLC() -> Bool { false }
  /// true: everything has been loaded when a campaign is shown.
  public func isDlcCompleted() -> Bool { true }
  /// The same as `pushId`.
  public func getPushId() -> String! { pushId }

  // MARK: - Reports

  /// While a notifier is asked, its reports wait.
  var holdsReports: Bool {
    get { held != nil }
    set { held = newValue ? held ?? [] : nil }
  }

  /// The notifier did not take it.
  func forgetReports() { held = nil }

  func sendHeldReports() {
    guard let waiting = held else { return }
    held = nil
    for report in waiting { report() }
  }

  func tell(_ report: @escaping (Reach.Item) -> Void) {
    if held != nil { held?.append { [item] in report(item) } } else { report(item) }
  }

  /// The first end counts.
  func end(_ report: @escaping (Reach.Item) -> Void) {
    guard !hasEnded else { return }
    hasEnded = true
    tell(report)
  }
}

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// platforms: ios
import EngagementReach
import UIKit

/// What controls call of a notifier and a controller of an app that moves in, and the document's
/// own controller, whose view is in a nib.
final class MovedNotifier: AEDefaultNotifier {
  override func prepareNotificationView(_ view: UIView!, for content: AEInteractiveContent!) {
    (view.viewWithTag(5) as? UIButton)?.addTarget(
      self, action: #selector(onNotificationActioned), for: .touchUpInside)
    (view.viewWithTag(6) as? UIButton)?.addTarget(
      self, action: #selector(onNotificationExited), for: .touchUpInside)
  }
}

final class CustomAnnouncementViewController: AEAnnouncementViewController {
  @IBOutlet var titleLabel: UILabel!
  @IBOutlet var okButton: UIButton!
  @IBOutlet var cancelButton: UIButton!

  required init!(announcement: AEReachAnnouncement!) {
    super.init(nibName: "CustomAnnouncementViewController", bundle: nil)
    self.announcement = announcement
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override func viewDidLoad() {
    super.viewDidLoad()
    titleLabel.text = announcement.title
    okButton.setTitle(announcement.actionLabel, for: .normal)
    okButton.addTarget(self, action: #selector(action), for: .touchUpInside)
    cancelButton.addTarget(self, action: #selector(exit), for: .touchUpInside)
  }

  @IBAction func okButtonClicked(_ sender: Any) { action() }
  @IBAction func cancelButtonClicked(_ sender: Any) { exit() }
}

final class CustomPollViewController: AEPollViewController {
  required init!(poll: AEReachPoll!) {
    super.init(nibName: "CustomPollViewController", bundle: nil)
    self.poll = poll
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  @IBAction func sendButtonClicked(_ sender: Any) {
    submitAnswers(
      Dictionary(uniqueKeysWithValues: poll.questions.map { ($0.questionId, $0.choices[0].choiceId) }))
  }
}

/// What a nib of a poll can connect by name.
@MainActor
let pollOutlets = [
  #keyPath(AEDefaultPollViewController.titleBar), #keyPath(AEDefaultPollViewController.tableView),
  #keyPath(AEDefaultPollViewController.toolbar), #keyPath(AEDefaultPollViewController.submitButton),
]

@MainActor
func register(in reach: AEReachModule) {
  reach.registerAnnouncementController(
    CustomAnnouncementViewController.self, forCategory: kAEReachDefaultCategory)
  reach.registerPollController(CustomPollViewController.self, forCategory: "page")
  reach.registerNotifier(MovedNotifier(icon: UIImage()), forCategory: "square")
  reach.setAutoBadgeEnabled(true)
}

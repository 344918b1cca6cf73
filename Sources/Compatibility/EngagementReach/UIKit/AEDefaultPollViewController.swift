// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && canImport(ObjectiveC) && !os(tvOS)
public import UIKit

/// Shows all questions of a survey at once. The answers can be submitted when each question has
/// one.
///
/// It loads the nib named after its class without "Controller", if the app has one. Without a nib,
/// it makes the parts itself.
///
/// Objective-C has a class of its own with this name.
@objc(AESwiftDefaultPollViewController)
@MainActor
open class AEDefaultPollViewController: AEPollViewController, UITableViewDataSource, UITableViewDelegate {
  /// Hidden if the title is empty.
  @IBOutlet open var titleBar: UINavigationBar?
  /// A section for each question.
  @IBOutlet open var tableView: UITableView?
  /// Hidden if both labels are empty.
  @IBOutlet open var toolbar: UIToolbar?
  /// Submits the answers. Made with the toolbar.
  @IBOutlet open var submitButton: UIBarButtonItem?
  /// The ids of the choices, by the ids of the questions.
  private var answers: [String: String] = [:]
  private static let cell = "choice"

  override class var ownNib: String? { ContentLayout.nib(of: self) }

  open override func loadView() {
    if nibName != nil { super.loadView() } else { view = ContentLayout.makeView() }
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    for question in poll.questions {
      for choice in question.choices where choice.isDefault { answers[question.questionId] = choice.choiceId }
    }
    if nibName == nil { makeParts() } else { findParts() }
    ContentLayout.show(poll.title, in: titleBar)
    tableView?.dataSource = self
    tableView?.delegate = self
    tableView?.register(UITableViewCell.self, forCellReuseIdentifier: Self.cell)
    loadToolbar(toolbar)
    drawSubmitButton()
  }

  /// Parts that the nib does not connect are found by their kind.
  private func findParts() {
    titleBar = titleBar ?? ContentLayout.part(in: view)
    tableView = tableView ?? ContentLayout.part(in: view)
    toolbar = toolbar ?? ContentLayout.part(in: view)
  }

  private func makeParts() {
    let (titleBar, tableView, toolbar) = (
      UINavigationBar(frame: .zero), UITableView(frame: .zero, style: .grouped), UIToolbar(frame: .zero)
    )
    (self.titleBar, self.tableView, self.toolbar) = (titleBar, tableView, toolbar)
    ContentLayout.stack([titleBar, tableView, toolbar], in: view)
  }

  open override func actionButtonLoaded(_ button: UIBarButtonItem!) { submitButton = button }
  open override func actionButtonClicked(_ sender: Any!) { submitAnswers(answers) }

  private func drawSubmitButton() { submitButton?.isEnabled = answers.count == poll.questions.count }

  // MARK: - The table

  open func numberOfSections(in tableView: UITableView) -> Int { poll.questions.count }

  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    poll.questions[section].choices.count
  }

  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    let title = poll.questions[section].title
    // The text of the survey is above the first question.
    return section == 0 && !poll.body.isEmpty ? "\(poll.body)\n\n\(title)" : title
  }

  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: Self.cell, for: indexPath)
    let question = poll.questions[indexPath.section]
    let choice = question.choices[indexPath.row]
    var content = UIListContentConfiguration.cell()
    content.text = choice.title
    cell.contentConfiguration = content
    let isChosen = answers[question.questionId] == choice.choiceId
    cell.accessoryType = isChosen ? .checkmark : .none
    cell.accessibilityTraits = isChosen ? [.button, .selected] : .button
    return cell
  }

  open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    let question = poll.questions[indexPath.section]
    answers[question.questionId] = question.choices[indexPath.row].choiceId
    tableView.reloadData()
    drawSubmitButton()
  }
}
#endif

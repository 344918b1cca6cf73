// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEDefaultPollViewController.h"

#import "AEContentLayout.h"

static NSString *const cellName = @"choice";

@interface AEDefaultPollViewController ()
/// The ids of the choices, by the ids of the questions.
@property (nonatomic, strong) NSMutableDictionary<NSString *, NSString *> *answers;
@end

@implementation AEDefaultPollViewController

- (id)initWithPoll:(AEReachPoll *)poll {
  self = [super initWithNibName:[AEContentLayout nibNameForClass:[self class]] bundle:nil];
  if (self != nil) {
    self.poll = poll;
    _answers = [NSMutableDictionary dictionary];
    for (AEReachPollQuestion *question in poll.questions) {
      for (AEReachPollChoice *choice in question.choices) {
        if (choice.isDefault) {
          _answers[question.questionId] = choice.choiceId;
        }
      }
    }
  }
  return self;
}

- (void)loadView {
  if (self.nibName != nil) {
    [super loadView];
  } else {
    self.view = [[UIView alloc] initWithFrame:CGRectZero];
    self.view.backgroundColor = UIColor.systemBackgroundColor;
  }
}

- (void)viewDidLoad {
  [super viewDidLoad];
  if (self.nibName != nil) {
    // Parts that the nib does not connect are found by their kind.
    self.titleBar = self.titleBar ?: [AEContentLayout partOfClass:[UINavigationBar class] in:self.view];
    self.tableView = self.tableView ?: [AEContentLayout partOfClass:[UITableView class] in:self.view];
    self.toolbar = self.toolbar ?: [AEContentLayout partOfClass:[UIToolbar class] in:self.view];
  } else {
    self.titleBar = [[UINavigationBar alloc] initWithFrame:CGRectZero];
    self.tableView = [[UITableView alloc] initWithFrame:CGRectZero style:UITableViewStyleGrouped];
    self.toolbar = [[UIToolbar alloc] initWithFrame:CGRectZero];
    [AEContentLayout stack:@[ self.titleBar, self.tableView, self.toolbar ] in:self.view];
  }
  [AEContentLayout showTitle:self.poll.title in:self.titleBar];
  self.tableView.dataSource = self;
  self.tableView.delegate = self;
  [self.tableView registerClass:[UITableViewCell class] forCellReuseIdentifier:cellName];
  [self loadToolbar:self.toolbar];
  [self drawSubmitButton];
}

- (void)actionButtonLoaded:(UIBarButtonItem *)button {
  self.submitButton = button;
}

- (void)actionButtonClicked:(id)sender {
  [self submitAnswers:self.answers];
}

- (void)drawSubmitButton {
  self.submitButton.enabled = self.answers.count == self.poll.questions.count;
}

#pragma mark - The table

- (NSInteger)numberOfSectionsInTableView:(UITableView *)tableView {
  return (NSInteger)self.poll.questions.count;
}

- (NSInteger)tableView:(UITableView *)tableView numberOfRowsInSection:(NSInteger)section {
  return (NSInteger)self.poll.questions[(NSUInteger)section].choices.count;
}

- (NSString *)tableView:(UITableView *)tableView titleForHeaderInSection:(NSInteger)section {
  NSString *title = self.poll.questions[(NSUInteger)section].title;
  // The text of the survey is above the first question.
  return section == 0 && self.poll.body.length > 0 ? [NSString stringWithFormat:@"%@\n\n%@", self.poll.body, title] : title;
}

- (UITableViewCell *)tableView:(UITableView *)tableView cellForRowAtIndexPath:(NSIndexPath *)indexPath {
  UITableViewCell *cell = [tableView dequeueReusableCellWithIdentifier:cellName forIndexPath:indexPath];
  AEReachPollQuestion *question = self.poll.questions[(NSUInteger)indexPath.section];
  AEReachPollChoice *choice = question.choices[(NSUInteger)indexPath.row];
  UIListContentConfiguration *content = [UIListContentConfiguration cellConfiguration];
  content.text = choice.title;
  cell.contentConfiguration = content;
  BOOL isChosen = [self.answers[question.questionId] isEqualToString:choice.choiceId];
  cell.accessoryType = isChosen ? UITableViewCellAccessoryCheckmark : UITableViewCellAccessoryNone;
  cell.accessibilityTraits = UIAccessibilityTraitButton | (isChosen ? UIAccessibilityTraitSelected : 0);
  return cell;
}

- (void)tableView:(UITableView *)tableView didSelectRowAtIndexPath:(NSIndexPath *)indexPath {
  AEReachPollQuestion *question = self.poll.questions[(NSUInteger)indexPath.section];
  self.answers[question.questionId] = question.choices[(NSUInteger)indexPath.row].choiceId;
  [tableView reloadData];
  [self drawSubmitButton];
}

@end
#endif

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// platforms: ios visionos
import UIKit

final class Fruits: UITableViewController, UITableViewDataSource {
  let fruits = [["Apple", "Pear"], ["Cherry"]]

  func numberOfSections(in tableView: UITableView) -> Int { fruits.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    fruits[section].count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "fruit", for: indexPath)
    var content = UIListContentConfiguration.cell()
    content.text = fruits[indexPath.section][indexPath.row]
    cell.contentConfiguration = content
    return cell
  }
}

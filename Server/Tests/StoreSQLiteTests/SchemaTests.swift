// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import Store
import StoreConformance
import Testing

@testable import StoreSQL
@testable import StoreSQLite

@Suite struct SchemaTests {
  @Test func `people's rows can be spread over machines by person, as docs/scaling.md says`() async throws {
    let store = try SQLiteStore.inMemory()
    let (tables, keys) = try await store.readDatabase { db in
      let tables = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      let keys = try tables.flatMap { table in
        [TableOwners.Key(table: table, columns: try db.primaryKey(table).columns)]
          + (try db.indexes(on: table)).filter(\.isUnique).map {
            TableOwners.Key(table: table, columns: $0.columns)
          }
      }
      return (Set(tables), keys)
    }
    #expect(try TableOwners().violations(tables: tables, keys: keys) == [])
    try await store.close()
  }

  /// `PRAGMA integrity_check` of SQLite 3.40 takes the rows of others for damaged.
  @Test func `a table without row numbers begins with the columns of its key, in their order`() async throws {
    let store = try SQLiteStore.inMemory()
    let others = try await store.readDatabase { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT t.name || '.' || c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
          WHERE t.wr AND c.pk > 0 AND c.pk <> c.cid + 1
          """)
    }
    #expect(others == [])
    try await store.close()
  }

  /// The same statement with `?` for each named value.
  private static func positional(_ sql: String) -> String {
    sql.split(separator: "$", omittingEmptySubsequences: false).enumerated().map { index, part in
      index == 0 ? String(part) : "?" + part.drop { $0.isLetter }
    }.joined()
  }

  static let hot: [String: String] = [
    "contactEmail": positional(ContactField.email.sql),
    "contactFirstName": positional(ContactField.firstName.sql),
    "contactLastName": positional(ContactField.lastName.sql),
    "contactFullName": positional(ContactField.fullName.sql),
    "eventsFrom": SQL.eventsFrom,
    "forgetPreviousUser": SQL.forgetPreviousUser, "deletions": SQL.deletions,
    "noteDeletion": SQL.noteDeletion,
    "endDeletions": SQL.endDeletions,
    "tombstone": SQL.tombstone, "putTombstone": SQL.putTombstone, "tombstoneKey": SQL.tombstoneKey,
    "anonymousPeople": SQL.anonymousPeople,
    "openPushesOfPerson": SQL.openPushesOfPerson, "deletionReceipt": SQL.deletionReceipt,
    "privacyRequest": SQL.privacyRequest, "newestRequestOfPerson": SQL.newestRequestOfPerson,
    "openPrivacyRequests": SQL.openPrivacyRequests,
    "closedPrivacyRequests": SQL.closedPrivacyRequests,
    "countOpenPrivacyRequests": SQL.countOpenPrivacyRequests,
    "writePrivacyRequest": SQL.writePrivacyRequest, "requestsOfOne": SQL.requestsOfPerson,
    "requestsOfPerson": positional(SQL.holding(.requests) ?? ""),
    "campaigns": SQL.campaigns, "campaign": SQL.campaign, "keyByHash": SQL.keyByHash,
    "redeemLink": SQL.redeemLink,
    "sessionByHash": SQL.sessionByHash, "deleteSessions": SQL.deleteSessions,
    "memberSeen": SQL.memberSeen, "memberNumber": SQL.memberNumber, "memberByID": SQL.memberByID,
    "memberByEmail": SQL.memberByEmail,
    "memberLink": SQL.memberLink, "putRole": SQL.putRole, "deleteMemberLinks": SQL.deleteMemberLinks,
    "otherOwners": SQL.otherOwners,
    "person": SQL.person, "holdPeople": SQL.holdPeople, "freePeople": SQL.freePeople,
    "personSeenFirst": SQL.personSeenFirst,
    "personSeenLast": SQL.personSeenLast, "deviceSeenAgain": SQL.deviceSeenAgain,
    "insertEvent": SQL.insertEvent, "deviceSeen": SQL.deviceSeen,
    "putAttribute": SQL.putAttribute, "attribute": SQL.attribute, "attributeOfPerson": SQL.attributeOfPerson,
    "deleteAttribute": SQL.deleteAttribute,
    "attributeSizes": SQL.attributeSizes, "attributeSteps": SQL.attributeSteps,
    "putAttributeStep": SQL.putAttributeStep,
    "deleteAttributeStep": SQL.deleteAttributeStep,
    "deleteAttributeSteps": SQL.deleteAttributeSteps, "eventsOfAttribute": SQL.eventsOfAttribute,
    "sharedAttributes": SQL.sharedAttributes, "linkAlias": SQL.linkAlias,
    "isEvent": SQL.isEvent, "stepsOfPerson": SQL.stepsOfPerson, "putSession": SQL.putSession,
    "firstTimes": SQL.firstTimes,
    "setFirst": SQL.setFirst(.click, isTest: false),
    "setFirstOfTests": SQL.setFirst(.impression, isTest: true),
    "insertDecision": SQL.insertDecision, "insertCandidate": SQL.insertCandidate,
    "oldestDecisions": SQL.oldestDecisions, "candidatesOfDay": SQL.candidatesOfDay,
    "decisionSalt": SQL.decisionSalt, "eventName": SQL.eventName, "putEventName": SQL.putEventName,
    "countEventNames": SQL.countEventNames, "oldEventNames": SQL.oldEventNames,
    "weakEventNames": SQL.weakEventNames,
    "deleteEventName": SQL.deleteEventName, "deleteAppTotal": SQL.deleteAppTotal,
    "catalogueVersionOfKey": SQL.catalogueVersionOfKey,
    "definitions": SQL.definitions, "eventNames": SQL.eventNames,
    "decisionsOfDay": SQL.decisionsOfDay, "decisionsOfReason": SQL.decisionsOfReason,
    "deleteCandidate": SQL.deleteCandidate,
    "deleteDecisionOfNobody": SQL.deleteDecisionOfNobody, "isCampaign": SQL.isCampaign,
    "isDetail": SQL.isDetail,
    "countDetails": SQL.countDetails, "countNames": SQL.countNames, "otherEvents": SQL.otherEvents,
    "countEventNamesOfApp": SQL.countEventNamesOfApp, "userIDs": SQL.userIDs, "newestNames": SQL.newestNames,
    "deleteDecision": SQL.deleteDecision, "addToHour": SQL.addToHour, "addToTotal": SQL.addToTotal,
    "addToApp": SQL.addToApp, "appTotal": SQL.appTotal,
    "offersOfPerson": SQL.offersOfPerson,
    "putOffers": SQL.putOffers, "deleteOffers": SQL.deleteOffers,
    "addToOffers": SQL.addToOffers, "offerCounts": SQL.offerCounts,
    "isOlderOfferCount": SQL.isOlderOfferCount,
    "olderOfferCounts": SQL.olderOfferCounts, "deleteOlderOfferCounts": SQL.deleteOlderOfferCounts,
    "campaignNumbers": SQL.campaignNumbers, "campaignNumber": SQL.campaignNumber,
    "insertCampaignNumber": SQL.insertCampaignNumber,
    "pushDevice": SQL.pushDevice, "pushDeviceOfApp": SQL.pushDeviceOfApp, "takePushToken": SQL.takePushToken,
    "pushRun": SQL.pushRun, "pushRunsOfCampaign": SQL.pushRunsOfCampaign, "pushRunsToDo": SQL.pushRunsToDo,
    "pushRunCounts": SQL.pushRunCounts, "pushCountsOfCampaign": SQL.pushCountsOfCampaign,
    "numberedCampaigns": SQL.numberedCampaigns, "campaignNotes": SQL.campaignNotes,
    "putCampaignNote": SQL.putCampaignNote,
    "campaignCreators": SQL.campaignCreators, "savedFilters": SQL.savedFilters,
    "savedFilter": SQL.savedFilter,
    "countSavedFilters": SQL.countSavedFilters, "changeSavedFilter": SQL.changeSavedFilter,
    "campaignChanges": SQL.campaignChanges, "campaignVersions": SQL.campaignVersions,
    "trimCampaignHistory": SQL.trimCampaignHistory,
    "markContentRan": SQL.markContentRan, "deleteCampaignHistory": SQL.deleteCampaignHistory,
    "isUnchanged": SQL.isUnchanged,
    "deleteCampaignNote": SQL.deleteCampaignNote, "pushDeliveries": SQL.pushDeliveries,
    "pushDevicesAfter": SQL.pushDevicesAfter,
    "pushDevicesOfUsers": SQL.pushDevicesOfUsers, "pushDevicesOfRun": SQL.pushDevicesOfRun,
    "insertPushDelivery": SQL.insertPushDelivery, "duePushes": SQL.duePushes,
    "claimPush": SQL.claimPush, "nextDuePush": SQL.nextDuePush, "sweptPushes": SQL.sweptPushes,
    "pushClaims": SQL.pushClaims,
    "campaignOfRun": SQL.campaignOfRun, "pushDevicesNamed": SQL.pushDevicesNamed,
    "endPush": SQL.endPush,
    "impressionsOfPeople": SQL.impressionsOfPeople, "cappedPushesOfPeople": SQL.cappedPushesOfPeople,
    "postponePush": SQL.postponePush,
    "retirePushToken": SQL.retirePushToken, "addToPushCount": SQL.addToPushCount,
    "definitionsAmong": SQL.definitionsAmong,
    "pushDevicesAmong": SQL.pushDevicesAmong, "stateOfPushRun": SQL.stateOfPushRun,
    "putPushDevice": SQL.putPushDevice,
    "hours": SQL.hours, "totals": SQL.totals, "counts": SQL.counts, "eventCounts": SQL.eventCounts,
    "newestDecisions": SQL.newestDecisions, "newestDecisionsOfPerson": SQL.newestDecisionsOfPerson,
    "people": SQL.people(.lastSeen), "peopleNew": SQL.people(.firstSeen), "peopleNamed": SQL.people(.name),
    "peopleOfDevices": SQL.people(.device), "peopleWithoutDevice": SQL.people(.withoutDevice),
    "peopleByName": SQL.peopleByName, "peopleOfDevice": SQL.peopleOfDevice, "personByName": SQL.personByName,
    "devicesOfPeople": SQL.devicesOfPeople, "attributesOfPerson": SQL.attributesOfPerson,
    "linksOfPerson": SQL.linksOfPerson,
    "timeline": SQL.timeline(kinds: 0), "timelineOfKinds": SQL.timeline(kinds: 3),
    "setTestDevice": SQL.setTestDevice,
    "unsetTestDevice": SQL.unsetTestDevice, "testDevices": SQL.testDevices, "personName": SQL.personName,
    "retention": SQL.retention, "setRetention": SQL.setRetention, "peopleAfter": SQL.peopleAfter,
    "agedEvents": SQL.agedEvents,
    "insertRemoved": SQL.insertRemoved, "deleteAged": SQL.deleteAged,
    "deleteAgedSessions": SQL.deleteAgedSessions,
    "agedRecords": SQL.agedRecords, "emptyRecords": SQL.emptyRecords, "agedDecisions": SQL.agedDecisions,
    "isRemoved": SQL.isRemoved,
    "isAnyRemovedOfPerson": SQL.isAnyRemovedOfPerson,
    "attributesAmong": SQL.attributesAmong.ofPeople, "stepsAmong": SQL.stepsAmong.ofPeople,
    "factsOfPeople": SQL.factsOfPeople.ofPeople, "listsOfPeople": SQL.listsOfPeople.ofPeople,
    "reachability": SQL.reachability.ofPeople, "concernedAmong": SQL.concernedAmong,
    "namesOf": SQL.namesOf, "zonesOf": SQL.zonesOf,
    "campaignsSeen": SQL.campaignsSeen.ofPeople, "campaignsSeenByAll": SQL.campaignsSeenByAll,
    "namesOfPeople": SQL.namesOfPeople.ofPeople,
    "recordsOfPeople": SQL.recordsOfPeople.ofPeople, "attributeValues": SQL.attributeValues,
    "lastPerson": SQL.lastPerson,
    "addToAppHour": SQL.addToAppHour, "addToEventDay": SQL.addToEventDay,
    "addEventDaysToOther": SQL.addEventDaysToOther,
    "deleteEventDays": SQL.deleteEventDays, "insertActiveDay": SQL.insertActiveDay,
    "deleteActiveDay": SQL.deleteActiveDay,
    "activeDays": SQL.activeDays, "activeDayAround": SQL.activeDayAround,
    "addToActive": SQL.addToActive, "sessionInside": SQL.sessionInside,
    "deleteAgedActiveDays": SQL.deleteAgedActiveDays,
    "noteActiveDays": SQL.noteActiveDays, "appHours": SQL.appHours, "campaignHours": SQL.campaignHours,
    "newestNamedEvents": SQL.newestNamedEvents, "activeChanges": SQL.activeChanges,
    "eventDays": SQL.eventDays,
    "shownPeople": SQL.shownPeople, "possiblyConverted": SQL.possiblyConverted,
    "possiblyConvertedByKind": SQL.possiblyConvertedByKind,
    "conversionsAmong": SQL.conversionsAmong,
    "newestDecisionsOfCampaign": SQL.newestDecisionsOfCampaign,
    "newestDecisionsOfBoth": SQL.newestDecisionsOfBoth,
  ]

  @Test(arguments: hot.keys.sorted()) func `no hot statement walks through a table or sorts one`(
    _ name: String
  ) async throws {
    let sql = try #require(Self.hot[name])
    let plan = try await plan(of: sql)
    // A list of ids is one argument.
    #expect(
      !plan.contains {
        $0.hasPrefix("SCAN") && !$0.contains("VIRTUAL TABLE") && !$0.contains("CONSTANT ROW")
      }, "\(plan)")
    // Campaigns of the same instant are put in order, nothing else.
    #expect(
      !plan.contains {
        $0.contains("TEMP B-TREE") && !$0.contains("RIGHT PART OF ORDER BY")
          && !$0.contains("LAST TERM OF ORDER BY")
      },
      "\(plan)")
  }

  @Test(
    arguments: ["exposedSteps": SQL.exposedSteps, "exposedEvents": SQL.exposedEvents].sorted {
      $0.key < $1.key
    })
  func `what the people of an experiment did is read person by person, not from all events of the app`(
    _ name: String, _ sql: String
  ) async throws {
    let plan = try await plan(of: sql)
    let searches = plan.filter { $0.hasPrefix("SEARCH e ") }
    #expect(searches.count == 1 && searches.allSatisfy { $0.contains("person_id=?") }, "\(plan)")
  }

  @Test func `the check of plans sees a scan`() async throws {
    #expect(try await plan(of: "SELECT * FROM event WHERE kind = ?").contains { $0.hasPrefix("SCAN") })
  }

  private func plan(of sql: String) async throws -> [String] {
    let store = try SQLiteStore.inMemory()
    let plan = try await store.readDatabase { db in
      // Parameters are either all numbered, and may stand in several places, or none is.
      let numbers = sql.matches(of: /\?(\d+)/).compactMap { Int($0.1) }
      let arguments = StatementArguments(
        Array(repeating: DatabaseValue.null, count: numbers.max() ?? sql.count { $0 == "?" }))
      return try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments).map {
        $0["detail"] as String
      }
    }
    try await store.close()
    return plan
  }
}

Feature: A wiki is crawled into files, in layers, and only what is newer is fetched

  Background:
    Given a wiki with 60 pages
    And an empty root

  Scenario: The layers are apart
    Then the rules for names and differences need neither files nor network
    And the domain imports nothing but itself
    And the application imports nothing but the domain

  Scenario: Categories are read over all continuations
    Given the wiki gives 5 categories in an answer
    When the categories are fetched
    Then there are more than 5 categories, each once
    And every answer but the last has a continue token in the raw log

  Scenario: Categories of a wiki that fails are an empty list
    Given the wiki answers everything with the error "readapidenied"
    When the categories are fetched
    Then the list of categories is empty
    And a warning names "readapidenied"

  Scenario: Only new and changed pages are fetched
    Given the wiki was crawled
    When the page "Brand new" is written
    And the wiki is crawled
    Then 1 page was processed
    And the other pages were skipped
    And the counts add up

  Scenario: A page is a JSON document that keeps the contract
    When the wiki is crawled
    Then every page file has these fields
      | source | pageid | title | canonical_url | revid | timestamp | content_model | categories |
      | content | is_redirect | redirect_target | fetched_at | http | redirects_from |
    And the table pages has exactly these columns
      | page_id | title | last_revid | last_updated | file_path | categories |

  Scenario: A server in trouble is asked again
    Given the wiki answers request 3 with status 503
    When the wiki is crawled
    Then no page failed
    And the raw log has an attempt 1 with outcome "retryable_error"
    And the raw log has an attempt 2 with outcome "success"

  Scenario: Nothing newer ends the crawl early
    Given the wiki was crawled
    When the wiki is crawled
    Then the crawl is up to date
    And no content was asked for

  Scenario: Pages and raw calls have their places
    When the wiki is crawled
    Then the pages are in "artifacts/raw/wiki/page"
    And the raw log of the run is in "artifacts/raw/wiki/raw"

  Scenario: A raw event tells everything of its call
    When the wiki is crawled
    Then every raw event has these fields
      | run_id | operation | pageid | attempt | request | http | response_json | response_text |
      | warnings | continue_token | error | timing | outcome |

  Scenario: The page folder is the only selector of where pages go
    When the wiki is crawled into "elsewhere/pages"
    Then the pages are in "elsewhere/pages"
    And there is nothing in "artifacts/raw/wiki/page"

  Scenario: An existing registry goes on
    Given the wiki was crawled by an earlier program with the registry "origin.db"
    When the wiki is crawled with the registry "origin.db"
    Then the crawl is up to date
    And no content was asked for

CREATE TABLE `changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`item_id` text NOT NULL,
	`at` text NOT NULL,
	`change` text NOT NULL,
	`before` text,
	`after` text,
	`why` text NOT NULL,
	`extraction_id` text,
	`turns` text NOT NULL,
	`actor` text DEFAULT 'learned' NOT NULL,
	`reviewed_at` text,
	`undoes` integer,
	`act` text
);
--> statement-breakpoint
CREATE INDEX `changes_by_item` ON `changes` (`item_id`);--> statement-breakpoint
CREATE INDEX `changes_unreviewed` ON `changes` (`id`) WHERE "changes"."reviewed_at" is null;--> statement-breakpoint
CREATE TABLE `embeddings` (
	`item_id` text PRIMARY KEY NOT NULL,
	`model` text NOT NULL,
	`content_hash` text NOT NULL,
	`version` integer NOT NULL,
	`vector` blob NOT NULL,
	`nth` integer NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `embeddings_by_nth` ON `embeddings` (`model`,`nth`);--> statement-breakpoint
CREATE TABLE `evidence` (
	`item_id` text NOT NULL,
	`session_id` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`item_id`, `session_id`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `injections` (
	`session_id` text NOT NULL,
	`seq` integer NOT NULL,
	`item_id` text NOT NULL,
	`event` text NOT NULL,
	`at` text NOT NULL,
	`tokens` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`session_id`, `seq`, `item_id`)
);
--> statement-breakpoint
CREATE INDEX `injections_by_item` ON `injections` (`item_id`);--> statement-breakpoint
CREATE TABLE `interactions` (
	`session_id` text NOT NULL,
	`seq` integer NOT NULL,
	`ts` text NOT NULL,
	`type` text NOT NULL,
	`body` text NOT NULL,
	`signal` text,
	`uuid` text,
	PRIMARY KEY(`session_id`, `seq`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `interactions_by_uuid` ON `interactions` (`uuid`) WHERE "interactions"."uuid" is not null;--> statement-breakpoint
CREATE TABLE `profile` (
	`id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`content` text NOT NULL,
	`cues` text NOT NULL,
	`evidence` integer NOT NULL,
	`version` integer NOT NULL,
	`learned_at` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`superseded_by` text,
	`merged_into` text,
	`withdrawn_at` text,
	`edited_at` text,
	`overrules` text,
	`proposal` text,
	`project_id` text,
	`kind` text NOT NULL,
	`expires_at` text,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `profile_by_scope` ON `profile` (`project_id`,`status`);--> statement-breakpoint
CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`path` text NOT NULL,
	`first_seen` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rules` (
	`id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`content` text NOT NULL,
	`cues` text NOT NULL,
	`evidence` integer NOT NULL,
	`version` integer NOT NULL,
	`learned_at` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`superseded_by` text,
	`merged_into` text,
	`withdrawn_at` text,
	`edited_at` text,
	`overrules` text,
	`proposal` text,
	`project_id` text,
	`kind` text NOT NULL,
	`trigger` text NOT NULL,
	`rationale` text NOT NULL,
	`provisional` integer DEFAULT false NOT NULL,
	`said_at` text,
	`covered_by` text,
	`flagged_at` text,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rules_archived_has_no_rival" CHECK("rules"."status" = 'ARCHIVED' or "rules"."superseded_by" is null)
);
--> statement-breakpoint
CREATE INDEX `rules_by_scope` ON `rules` (`project_id`,`status`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`cwd` text NOT NULL,
	`transcript_path` text,
	`entrypoint` text,
	`started_at` text NOT NULL,
	`last_at` text NOT NULL,
	`ended_at` text,
	`end_reason` text,
	`buffer_head` text NOT NULL,
	`seq_base` integer NOT NULL,
	`published_up_to` integer NOT NULL,
	`extracted_up_to` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_by_project` ON `sessions` (`project_id`);--> statement-breakpoint
CREATE TABLE `calls` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text,
	`purpose` text NOT NULL,
	`at` text NOT NULL,
	`duration_ms` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`usd` real NOT NULL,
	`failure` text
);
--> statement-breakpoint
CREATE INDEX `calls_by_time` ON `calls` (`at`);--> statement-breakpoint
CREATE TABLE `cursors` (
	`stage` text PRIMARY KEY NOT NULL,
	`change_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `extractions` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`from_seq` integer NOT NULL,
	`to_seq` integer NOT NULL,
	`outcome` text NOT NULL,
	`why` text,
	`candidates` text NOT NULL,
	`refused` text NOT NULL,
	`prompt` text NOT NULL,
	`model` text,
	`reply` text,
	`at` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `extractions_by_session` ON `extractions` (`session_id`,`from_seq`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`state` text NOT NULL,
	`due_at` text NOT NULL,
	`leased_until` text,
	`lease` text,
	`attempts` integer NOT NULL,
	`failure` text,
	`failure_message` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_session_id_unique` ON `jobs` (`session_id`);--> statement-breakpoint
CREATE INDEX `jobs_by_due` ON `jobs` (`state`,`due_at`);--> statement-breakpoint
CREATE TABLE `lifts` (
	`group_hash` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`rule_id` text
);
--> statement-breakpoint
CREATE TABLE `stall` (
	`id` integer PRIMARY KEY NOT NULL,
	`class` text NOT NULL,
	`message` text NOT NULL,
	`since` text NOT NULL,
	`resets_at` text,
	`announced_at` text,
	CONSTRAINT "stall_is_one_row" CHECK("stall"."id" = 1)
);
